import { describe, expect, it } from 'vitest'
import { pairedBootstrap } from '../../src/eval/bootstrap.js'

describe('the paired bootstrap', () => {
  it('has no width when every query gains the same', () => {
    const interval = pairedBootstrap([0.5, 0.75, 1], [0.25, 0.5, 0.75])
    expect(interval).toEqual({ difference: 0.25, low: 0.25, high: 0.25 })
  })

  it('is the binomial interval for differences of 0 and 1', () => {
    // 100 queries, half of them 1: the drawn mean has a standard deviation of 0.05.
    const values = Array.from({ length: 100 }, (_, i) => i % 2)
    const { difference, low, high } = pairedBootstrap(
      values,
      values.map(() => 0),
    )
    expect(difference).toBe(0.5)
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.05, 1)
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.05, 1)
    expect(low).toBeGreaterThan(0.39)
    expect(high).toBeLessThan(0.61)
  })

  it('gives the same interval for the same seed, and turns its sign with the roles', () => {
    const a = [0.1, 0.9, 0.4, 0.3]
    const b = [0.2, 0.5, 0.4, 0.1]
    expect(pairedBootstrap(a, b, { seed: 7 })).toEqual(pairedBootstrap(a, b, { seed: 7 }))
    const forth = pairedBootstrap(a, b, { seed: 7 })
    const back = pairedBootstrap(b, a, { seed: 7 })
    expect(back.difference).toBeCloseTo(-forth.difference, 12)
    expect(back.low).toBeCloseTo(-forth.high, 12)
  })

  it('refuses lists of different lengths and is zero for none', () => {
    expect(() => pairedBootstrap([1], [])).toThrow(RangeError)
    expect(pairedBootstrap([], [])).toEqual({ difference: 0, low: 0, high: 0 })
  })
})
