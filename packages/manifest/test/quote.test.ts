import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote, shorten } from '../src/index.js'

test('a short text is quoted as it is, with escapes', () => {
  expect(quote('docs/a.md')).toBe('"docs/a.md"')
  expect(quote('a\n"b"')).toBe(String.raw`"a\n\"b\""`)
  expect(quote('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
})

test('of a long text both ends are shown', () => {
  const long = `docs/${'x'.repeat(100_000)}.md`
  expect(quote(long)).toBe(`"docs/${'x'.repeat(48)}…${'x'.repeat(23)}.md"`)
  expect(shorten('🦉'.repeat(81))).toBe(`${'🦉'.repeat(53)}…${'🦉'.repeat(26)}`)
  expect(shorten('🦉'.repeat(80))).toBe('🦉'.repeat(80))
})

test('what is no text is shown as JSON, or by name', () => {
  expect(quote(7)).toBe('7')
  expect(quote(null)).toBe('null')
  expect(quote(undefined)).toBe('undefined')
})

test('no text is shown longer than asked, and none that fits is touched', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 4, max: 50 }),
      (text, most) => {
        const shown = shorten(text, most)
        const length = [...text].length
        expect([...shown]).toHaveLength(Math.min(length, most))
        if (length <= most) expect(shown).toBe(text)
      },
    ),
  )
})
