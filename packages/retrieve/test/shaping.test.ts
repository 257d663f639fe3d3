import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shape } from '../src/shaping.js'

const passage = (docId: string, tokenCount = 10) => ({ docId, tokenCount })
const none = { maxPerDocument: null, maxTokens: null }

describe('shaping a ranking', () => {
  it('returns the first k', () => {
    const ranking = [passage('a'), passage('b'), passage('c')]
    expect(shape(ranking, { ...none, k: 2 })).toEqual({
      kept: ranking.slice(0, 2),
      droppedPerDocument: 0,
      omitted: [],
      tokensReturned: 20,
    })
  })

  it('caps passages per document before the cut, so that others move up, and counts what it passed over', () => {
    const ranking = [passage('a', 1), passage('a', 2), passage('a', 3), passage('b', 4), passage('a', 5)]
    const shaped = shape(ranking, { k: 2, maxPerDocument: 1, maxTokens: null })
    expect(shaped.kept.map(({ tokenCount }) => tokenCount)).toEqual([1, 4])
    expect(shaped.droppedPerDocument).toBe(2)
  })

  it('drops a passage whole when the budget is too small for it, and goes on with the next', () => {
    const ranking = [passage('a', 60), passage('b', 50), passage('c', 40)]
    const shaped = shape(ranking, { k: 3, maxPerDocument: null, maxTokens: 100 })
    expect(shaped.kept.map(({ docId }) => docId)).toEqual(['a', 'c'])
    expect(shaped.omitted.map(({ docId }) => docId)).toEqual(['b'])
    expect(shaped.tokensReturned).toBe(100)
  })

  it('spends the budget inside k only', () => {
    const shaped = shape([passage('a', 99), passage('b', 1)], { k: 1, maxPerDocument: null, maxTokens: 50 })
    expect(shaped.kept).toEqual([])
    expect(shaped.omitted).toHaveLength(1)
  })

  it('never exceeds a bound, keeps rank order and loses nothing silently', () => {
    const ranking = fc.array(fc.record({ docId: fc.constantFrom('a', 'b', 'c'), tokenCount: fc.nat(50) }), {
      maxLength: 20,
    })
    const limits = fc.record({
      k: fc.integer({ min: 1, max: 25 }),
      maxPerDocument: fc.option(fc.integer({ min: 1, max: 4 })),
      maxTokens: fc.option(fc.integer({ min: 1, max: 200 })),
    })
    fc.assert(
      fc.property(ranking, limits, (passages, bounds) => {
        const { kept, omitted, droppedPerDocument, tokensReturned } = shape(passages, bounds)
        expect(kept.length + omitted.length).toBeLessThanOrEqual(bounds.k)
        expect(tokensReturned).toBe(kept.reduce((sum, { tokenCount }) => sum + tokenCount, 0))
        expect(tokensReturned).toBeLessThanOrEqual(bounds.maxTokens ?? Number.POSITIVE_INFINITY)
        for (const id of ['a', 'b', 'c']) {
          const share = [...kept, ...omitted].filter(({ docId }) => docId === id)
          expect(share.length).toBeLessThanOrEqual(bounds.maxPerDocument ?? Number.POSITIVE_INFINITY)
        }
        expect(passages.filter((one) => kept.includes(one))).toEqual(kept)
        const seen = kept.length + omitted.length + droppedPerDocument
        if (kept.length + omitted.length < bounds.k) expect(seen).toBe(passages.length)
      }),
    )
  })
})
