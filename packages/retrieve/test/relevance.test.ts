import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relevance, type ScoredList } from '../src/relevance.js'

const list = (scores: Record<string, number>, cut = false): ScoredList<string> => ({
  hits: Object.entries(scores).map(([id, score]) => ({ id, score })),
  cut,
})
const alone = (id: string) => id
const relevant = (...lists: ScoredList<string>[]) => Object.fromEntries(relevance(lists, alone))

describe('relevance', () => {
  it('adds what each list gives, relative to its best', () => {
    expect(relevant(list({ a: 10, b: 5 }), list({ b: 0.8, c: 0.2 }))).toEqual({ a: 1, b: 1.5, c: 0.25 })
  })

  it('gives an absent candidate the last score of a cut list, and nothing in a whole one', () => {
    expect(relevant(list({ a: 10, b: 4 }, true), list({ c: 1 }))).toEqual({ a: 1, b: 0.4, c: 1.4 })
  })

  it('keeps apart what ranks alone cannot: a strong best and a weak best', () => {
    const { strong = 0, weak = 0 } = relevant(
      list({ strong: 20, x: 2 }),
      list({ y: 0.9, z: 0.89, weak: 0.3 }),
    )
    expect(strong).toBeGreaterThan(weak)
  })

  it('weighs lists', () => {
    expect(relevant({ ...list({ a: 2, b: 1 }), weight: 0.5 })).toEqual({ a: 0.5, b: 0.25 })
  })

  it('counts the other passages of a document, each further one for 0.3 of the one before', () => {
    const hits = list({ a1: 10, a2: 8, b1: 9, a3: 4 })
    const scores = relevance([hits], (id) => id[0])
    expect(scores.get('a1')).toBeCloseTo(1 + 0.3 * 0.8 + 0.09 * 0.4, 12)
    expect(scores.get('a2')).toBeCloseTo(0.8 + 0.3 * 1 + 0.09 * 0.4, 12)
    expect(scores.get('a3')).toBeCloseTo(0.4 + 0.3 * 1 + 0.09 * 0.8, 12)
    expect(scores.get('b1')).toBeCloseTo(0.9, 12)
  })

  it('counts an equal passage of the same document once, not as itself', () => {
    expect(relevance([list({ a1: 5, a2: 5 })], () => 'a')).toEqual(
      new Map([
        ['a1', 1.3],
        ['a2', 1.3],
      ]),
    )
  })

  it('adds nothing for empty lists and for lists without a positive score', () => {
    expect(relevant()).toEqual({})
    expect(relevant(list({}), list({ a: 0, b: -3 }), list({ a: 2 }))).toEqual({ a: 1, b: 0 })
  })

  it('keeps the order of a single list, whatever its document does not add', () => {
    const scores = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(scores, fc.boolean(), (values, cut) => {
        const hits = values.sort((a, b) => b - a).map((score) => ({ id: score, score }))
        const found = relevance([{ hits, cut }], (id) => id)
        const order = [...found].sort((a, b) => b[1] - a[1]).map(([id]) => id)
        expect(order).toEqual(values)
      }),
    )
  })

  it('is bounded: no document outweighs the best passage by its length', () => {
    const hits = Array.from({ length: 500 }, (_, i) => ({ id: `long${i}`, score: 1 }))
    const scores = relevance([{ hits: [{ id: 'short', score: 2 }, ...hits], cut: true }], (id) =>
      id.slice(0, 4),
    )
    expect(Math.max(...hits.map(({ id }) => scores.get(id) ?? 0))).toBeLessThan(scores.get('short') ?? 0)
  })
})
