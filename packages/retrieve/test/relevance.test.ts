import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relevance, type ScoredList } from '../src/relevance.js'

const list = (scores: Record<string, number>, cut = false): ScoredList<string> => ({
  hits: Object.entries(scores).map(([id, score]) => ({ id, score })),
  cut,
})
const relevant = (...lists: ScoredList<string>[]) => relevance(lists, (id) => id)

describe('relevance', () => {
  it('adds what each list gives, from 1 for its best to a third for its last', () => {
    const scores = relevant(list({ a: 10, b: 7, c: 4 }), list({ c: 0.9, b: 0.6 }))
    // 7 lies half way between 10 and 4; the floor of the first list is 1.
    expect(scores.get('a')).toBeCloseTo(1, 12)
    expect(scores.get('b')).toBeCloseTo(6 / 9 + 1 / 3, 12)
    expect(scores.get('c')).toBeCloseTo(1 / 3 + 1, 12)
  })

  it('gives an absent candidate the last score of a cut list, and nothing in a whole one', () => {
    const scores = relevant(list({ a: 10, b: 4 }, true), list({ c: 1 }))
    expect(scores.get('c')).toBeCloseTo(1 / 3 + 1, 12)
    expect(scores.get('a')).toBeCloseTo(1, 12)
  })

  it('does not depend on where the scores of an embedder lie and how far apart', () => {
    const wide = relevant(list({ a: 9, b: 5, c: 1 }), list({ b: 0.9, a: 0.5, c: 0.1 }))
    const narrow = relevant(list({ a: 9, b: 5, c: 1 }), list({ b: 0.79, a: 0.75, c: 0.71 }))
    for (const [id, score] of wide) expect(narrow.get(id)).toBeCloseTo(score, 12)
  })

  it('keeps apart what ranks alone cannot: a strong and a weak second', () => {
    const other = list({ y: 0.9, z: 0.1 })
    const strong = relevant(list({ a: 20, second: 19, c: 2 }), other).get('second') ?? 0
    const weak = relevant(list({ a: 20, second: 3, c: 2 }), other).get('second') ?? 0
    expect(strong).toBeGreaterThan(weak)
  })

  it('measures a whole list from its zero, where it has one, so that close scores stay close', () => {
    const hits = { ...list({ a: 10, b: 9 }), zero: 0 }
    expect(relevant(hits).get('b')).toBeCloseTo(0.9, 12)
    expect(relevant({ ...hits, cut: true }).get('b')).toBeCloseTo(1 / 3, 12)
  })

  it('weighs lists', () => {
    expect(relevant({ ...list({ a: 2, b: 1 }), weight: 0.3 }).get('a')).toBeCloseTo(0.3, 12)
  })

  it('counts the other passages of a document, each further one for 0.3 of the one before', () => {
    const scores = relevance([list({ a1: 9, a2: 7, b1: 6, a3: 3 })], (id) => id[0])
    // The floor is 0, so that own scores are ninths.
    expect(scores.get('a1')).toBeCloseTo((9 + 0.3 * 7 + 0.09 * 3) / 9, 12)
    expect(scores.get('a2')).toBeCloseTo((7 + 0.3 * 9 + 0.09 * 3) / 9, 12)
    expect(scores.get('a3')).toBeCloseTo((3 + 0.3 * 9 + 0.09 * 7) / 9, 12)
    expect(scores.get('b1')).toBeCloseTo(6 / 9, 12)
  })

  it('counts an equal passage of the same document once, not as itself', () => {
    expect(relevance([list({ a1: 5, a2: 5 })], () => 'a')).toEqual(
      new Map([
        ['a1', 1.3],
        ['a2', 1.3],
      ]),
    )
  })

  it('is empty for no lists, and adds nothing for empty ones', () => {
    expect(relevant()).toEqual(new Map())
    expect(relevant(list({}), list({}, true), list({ a: 2 }))).toEqual(new Map([['a', 1]]))
  })

  it('keeps the order of a single list of distinct documents', () => {
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

  it('is bounded: no document outweighs the best passage by its length alone', () => {
    const hits = Array.from({ length: 500 }, (_, i) => ({ id: `long${i}`, score: 1 }))
    const scores = relevance([{ hits: [{ id: 'short', score: 2 }, ...hits], cut: true }], (id) =>
      id.slice(0, 4),
    )
    expect(Math.max(...hits.map(({ id }) => scores.get(id) ?? 0))).toBeLessThan(scores.get('short') ?? 0)
  })
})
