import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse, RRF_K } from '../src/fusion.js'

const rankedList = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 25 })
const rankedLists = fc.array(rankedList, { maxLength: 5 })

describe('reciprocal rank fusion', () => {
  it('adds 1/(60 + rank) over the lists, rank one-based', () => {
    const fused = fuse([
      ['a', 'b', 'c'],
      ['c', 'a'],
    ])
    expect(fused).toEqual([
      { id: 'a', score: 1 / 61 + 1 / 62, ranks: [1, 2] },
      { id: 'c', score: 1 / 61 + 1 / 63, ranks: [3, 1] },
      { id: 'b', score: 1 / 62, ranks: [2, null] },
    ])
  })

  it('uses 60 as its constant', () => {
    expect(RRF_K).toBe(60)
    expect(fuse([['x']])[0]?.score).toBe(1 / 61)
  })

  it('keeps the order of first insertion for equal scores: earlier lists first', () => {
    expect(fuse([['a'], ['b'], ['c']]).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(fuse([['b'], ['a']]).map(({ id }) => id)).toEqual(['b', 'a'])
    // a (1, 2) and b (2, 1) tie exactly, whatever the order in which the terms are met.
    expect(
      fuse([
        ['a', 'b'],
        ['b', 'a'],
      ]).map(({ id }) => id),
    ).toEqual(['a', 'b'])
  })

  it('counts a repeated id once, at its first place', () => {
    expect(fuse([['a', 'b', 'a']])).toEqual([
      { id: 'a', score: 1 / 61, ranks: [1] },
      { id: 'b', score: 1 / 62, ranks: [2] },
    ])
  })

  it('gives nothing for no lists and for empty lists', () => {
    expect(fuse([])).toEqual([])
    expect(fuse([[], []])).toEqual([])
  })

  it('gives the same scores, to the last bit, for any order of the lists', () => {
    const permuted = rankedLists.chain((lists) =>
      fc.record({
        lists: fc.constant(lists),
        shuffled: fc.shuffledSubarray(lists, { minLength: lists.length, maxLength: lists.length }),
      }),
    )
    fc.assert(
      fc.property(permuted, ({ lists, shuffled }) => {
        const scores = (given: readonly (readonly number[])[]) =>
          new Map(fuse(given).map(({ id, score }) => [id, score]))
        const expected = scores(lists)
        const actual = scores(shuffled)
        expect(actual.size).toBe(expected.size)
        for (const [id, score] of expected) expect(actual.get(id)).toBe(score)
      }),
    )
  })

  it('returns every id of every list exactly once, best first', () => {
    fc.assert(
      fc.property(rankedLists, (lists) => {
        const fused = fuse(lists)
        expect(fused.map(({ id }) => id).sort()).toEqual([...new Set(lists.flat())].sort())
        for (const [i, { score }] of fused.entries()) {
          expect(score).toBeLessThanOrEqual(fused[i - 1]?.score ?? Number.POSITIVE_INFINITY)
        }
      }),
    )
  })

  it('is not changed by an empty further list, apart from its null ranks', () => {
    fc.assert(
      fc.property(rankedLists, (lists) => {
        const bare = fuse(lists).map(({ id, score }) => ({ id, score }))
        expect(fuse([...lists, []]).map(({ id, score }) => ({ id, score }))).toEqual(bare)
      }),
    )
  })

  it('never ranks a candidate lower for rising in one list', () => {
    fc.assert(
      fc.property(rankedList, rankedList, fc.nat(), (first, second, pick) => {
        const at = second.length === 0 ? 0 : pick % second.length
        fc.pre(at > 0)
        const raised = [...second]
        const [id] = raised.splice(at, 1)
        raised.splice(at - 1, 0, id as number)
        const place = (list: readonly number[]) => fuse([first, list]).findIndex((fused) => fused.id === id)
        expect(place(raised)).toBeLessThanOrEqual(place(second))
      }),
    )
  })
})
