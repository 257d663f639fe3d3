import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, orderByRelevance, orderByRerank } from '../src/candidates.js'

type Given = Partial<Candidate['scores']> & { readonly path: string; readonly ordinal?: number }

/** A candidate with the scores that an order reads; all else is of no account here. */
function candidate({ path, ordinal = 0, ...given }: Given): Candidate {
  const scores = { relevance: 0, rrf: 0, coverage: 0, rerank: null, ...given }
  return { row: { ordinal, document: { path } }, scores } as unknown as Candidate
}

const places = (candidates: readonly Candidate[]) =>
  candidates.map(({ row }) => `${row.document.path}#${row.ordinal}`)

describe('the order by relevance', () => {
  it.each([
    ['relevance', { relevance: 1 }, { relevance: 2, rrf: -1, coverage: -1 }],
    ['the fused score where that is equal', { rrf: 1 }, { rrf: 2, coverage: -1 }],
    ['coverage where both are', { coverage: 0.5 }, { coverage: 1 }],
  ])('is by %s, before any path', (_, worse, better) => {
    const given = [candidate({ path: 'a', ...worse }), candidate({ path: 'b', ...better })]
    expect(places(orderByRelevance(given))).toEqual(['b#0', 'a#0'])
  })

  it('is by path in code points where all scores are equal, and keeps the order given within a document', () => {
    const paths = ['\u{1f600}', 'b', '\uffee', 'a', 'B']
    const given = paths.flatMap((path) => [candidate({ path, ordinal: 0 }), candidate({ path, ordinal: 1 })])
    const sorted = ['B', 'a', 'b', '\uffee', '\u{1f600}']
    expect(places(orderByRelevance(given))).toEqual(sorted.flatMap((path) => [`${path}#0`, `${path}#1`]))
  })

  it('does not depend on the order in which documents come', () => {
    const one = fc.record({
      path: fc.constantFrom('a', 'b', 'c', 'd'),
      relevance: fc.constantFrom(0, 1),
      coverage: fc.constantFrom(0, 0.5),
    })
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: ({ path }) => path }), (given) => {
        const order = places(orderByRelevance(given.map(candidate)))
        expect(places(orderByRelevance(given.toReversed().map(candidate)))).toEqual(order)
      }),
    )
  })
})

describe('the order by rerank', () => {
  it('is by the score of the reranker, then coverage, then path, whatever the relevance', () => {
    const given = [
      candidate({ path: 'c', relevance: 9 }),
      candidate({ path: 'b' }),
      candidate({ path: 'a' }),
      candidate({ path: 'd', coverage: 1 }),
      candidate({ path: 'e' }),
    ]
    const ordered = orderByRerank(given, [1, 1, 1, 1, 2])
    expect(places(ordered)).toEqual(['e#0', 'd#0', 'a#0', 'b#0', 'c#0'])
    expect(ordered.map(({ scores }) => scores.rerank)).toEqual([2, 1, 1, 1, 1])
  })

  it('puts a candidate without a score last', () => {
    const given = [candidate({ path: 'a' }), candidate({ path: 'b' })]
    const ordered = orderByRerank(given, [])
    expect(ordered.map(({ scores }) => scores.rerank)).toEqual([null, null])
    expect(places(orderByRerank(given.toReversed(), [-5]))).toEqual(['b#0', 'a#0'])
  })
})
