import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePointLength, codePointOffsets, sliceCodePoints } from '../src/index.js'

/** Text with many astral characters and lone surrogates. */
const text = fc
  .array(fc.constantFrom('a', 'é', '文', '😀', '\u{10ffff}', '\ud83d', '\ude00', '\n'), { maxLength: 30 })
  .map((parts) => parts.join(''))

test('length and slices count code points as string iteration does', () => {
  fc.assert(
    fc.property(text, fc.nat(40), fc.nat(40), (value, start, end) => {
      const points = [...value]
      expect(codePointLength(value)).toBe(points.length)
      expect(codePointOffsets(value).length).toBe(points.length)
      expect(sliceCodePoints(value, start, end)).toBe(points.slice(start, Math.max(start, end)).join(''))
    }),
  )
})

test('offsets convert both ways at every boundary between code points', () => {
  fc.assert(
    fc.property(text, (value) => {
      const offsets = codePointOffsets(value)
      let index = 0
      for (const [i, point] of [...value].entries()) {
        expect(offsets.toUtf16(i)).toBe(index)
        expect(offsets.toCodePoint(index)).toBe(i)
        index += point.length
      }
      expect(offsets.toUtf16(offsets.length)).toBe(value.length)
      expect(offsets.toCodePoint(value.length)).toBe(offsets.length)
    }),
  )
})

test('an index inside a pair counts the pair as passed; offsets beyond the text are clamped', () => {
  const offsets = codePointOffsets('a😀b')
  expect(offsets.toCodePoint(2)).toBe(2)
  expect([offsets.toCodePoint(-1), offsets.toCodePoint(99)]).toEqual([0, 3])
  expect([offsets.toUtf16(-1), offsets.toUtf16(99)]).toEqual([0, 4])
  expect(offsets.slice(2)).toBe('b')
  expect(offsets.slice(2, 1)).toBe('')
  expect(codePointOffsets('').length).toBe(0)
})
