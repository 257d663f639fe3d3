import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncatePair } from '../../src/rerank/truncate-pair.js'

describe('truncatePair', () => {
  it.each([
    [3, 4, 10, [3, 4]],
    [5, 5, 10, [5, 5]],
    [3, 20, 10, [3, 7]],
    [20, 3, 10, [7, 3]],
    [20, 30, 10, [5, 5]],
    [20, 30, 11, [5, 6]],
    [30, 20, 11, [6, 5]],
    [0, 20, 10, [0, 10]],
    [20, 20, 0, [0, 0]],
  ])('%i and %i tokens in %i keep %j', (first, second, room, kept) => {
    expect(truncatePair(first, second, room)).toEqual(kept)
  })

  const size = fc.nat(2000)

  it('never exceeds the room, never adds a token, and fills the room when there is more', () => {
    fc.assert(
      fc.property(size, size, fc.nat(512), (first, second, room) => {
        const [a, b] = truncatePair(first, second, room)
        expect(a + b).toBe(Math.min(first + second, room))
        expect(a).toBeLessThanOrEqual(first)
        expect(b).toBeLessThanOrEqual(second)
      }),
    )
  })

  it('cuts the longer first: a text is cut only down to the length of the other, give or take one', () => {
    fc.assert(
      fc.property(size, size, fc.nat(512), (first, second, room) => {
        const [a, b] = truncatePair(first, second, room)
        if (a < first) expect(a).toBeGreaterThanOrEqual(b - 1)
        if (b < second) expect(b).toBeGreaterThanOrEqual(a - 1)
      }),
    )
  })
})
