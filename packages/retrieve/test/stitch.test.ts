import { sliceCodePoints } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stitch } from '../src/stitch.js'

const chunk = (text: string, charStart: number) => ({
  text,
  charStart,
  charEnd: charStart + [...text].length,
})

describe('text stitched from passages', () => {
  it('shows overlaps once and gaps as line feeds, so that offsets hold', () => {
    const chunks = [chunk('one two', 0), chunk('two three', 4), chunk('four', 15)]
    expect(stitch(chunks)).toEqual({ text: 'one two three\n\nfour', charStart: 0, charEnd: 19 })
    expect(stitch(chunks, 8, 16)).toEqual({ text: 'three\n\nf', charStart: 8, charEnd: 16 })
  })

  it('begins and ends with stored text', () => {
    expect(stitch([chunk('abc', 10)], 0, 50)).toEqual({ text: 'abc', charStart: 10, charEnd: 13 })
  })

  it('is empty outside of all passages', () => {
    expect(stitch([])).toEqual({ text: '', charStart: 0, charEnd: 0 })
    expect(stitch([chunk('abc', 0)], 7, 9)).toEqual({ text: '', charStart: 7, charEnd: 7 })
  })

  it('counts code points', () => {
    expect(stitch([chunk('🧭a🧭b', 2)], 3, 5)).toEqual({ text: 'a🧭', charStart: 3, charEnd: 5 })
  })

  it('gives back any part of a text whose passages cover it', () => {
    const cuts = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 6 })
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        cuts,
        fc.nat(40),
        fc.nat(40),
        (text, extra, a, b) => {
          const length = [...text].length
          const tiles = Array.from({ length: Math.ceil(length / 5) }, (_, i) => [
            i * 5,
            Math.min(length, i * 5 + 5),
          ])
          const overlaps = extra.map(([x, y]) => [Math.min(x, length), Math.min(length, x + y)])
          const chunks = [...tiles, ...overlaps]
            .filter(([start = 0, end = 0]) => start < end)
            .map(([charStart = 0, charEnd = 0]) => ({
              charStart,
              charEnd,
              text: sliceCodePoints(text, charStart, charEnd),
            }))
            .sort((p, q) => p.charStart - q.charStart)
          const [start, end] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)]
          expect(stitch(chunks, start, end)).toEqual({
            text: sliceCodePoints(text, start, end),
            charStart: start,
            charEnd: end,
          })
        },
      ),
    )
  })
})
