import { describe, expect, it } from 'vitest'
import type { SystemScores } from '../evaluate.js'
import { collectionTable, qualityPage } from '../quality-page.js'

/** A system whose every figure is the given one, query by query. */
function scoresOf(system: string, figures: readonly number[]): SystemScores {
  return {
    system,
    queries: figures.map((value, i) => ({
      id: `${i}`,
      ndcg10: value,
      mrr10: value,
      recall10: value,
      recall100: value,
    })),
  }
}

const RESULTS = [
  {
    collection: 'one',
    documents: 5,
    scores: [
      scoresOf('bm25', [0.2, 0.4]),
      scoresOf('search, static-en', [0.5, 0.7]),
      scoresOf('search, bge-small-en-v1.5', [0.8, 0.8]),
      scoresOf('search, static-en + other', [0.6, 0.6]),
    ],
  },
  {
    collection: 'two',
    documents: 7,
    scores: [
      scoresOf('bm25', [0.5]),
      scoresOf('search, static-en', [0.3]),
      scoresOf('search, bge-small-en-v1.5', [0.4]),
    ],
  },
]

describe('qualityPage', () => {
  const page = qualityPage(RESULTS)

  it('averages over the queries of a collection, then over collections, systems that all have', () => {
    expect(page).toContain('| bm25 | .400 | .400 | .400 | .400 |')
    expect(page).toContain('| search, static-en | .450 | .450 | .450 | .450 |')
    expect(page).not.toContain('| search, static-en + other | .600 | .600 |')
  })

  it('says what the built-in embedder reaches of the other', () => {
    expect(page).toContain(
      '`search, static-en` reaches 75.0 % of the nDCG@10 of `search, bge-small-en-v1.5`.',
    )
  })

  it('sets each reranked search beside the same without a reranker', () => {
    const rows = page.split('\n').filter((row) => row.startsWith('| search, static-en + other | '))
    expect(rows[0]).toBe(`| search, static-en + other |${' +.000 [-.100, +.100] |'.repeat(4)}`)
  })

  it('has the table of each collection', () => {
    for (const result of RESULTS) expect(page).toContain(collectionTable(result))
  })
})

describe('collectionTable', () => {
  it('names the sizes and marks differences to bm25 whose interval excludes 0', () => {
    const lines = collectionTable(RESULTS[0] as (typeof RESULTS)[0]).split('\n')
    expect(lines[0]).toBe('### one (5 documents, 2 queries)')
    expect(lines).toContainEqual(
      expect.stringMatching(/^\| search, static-en \| \.600 \[\+\.300, \+\.300\]\* /),
    )
  })
})
