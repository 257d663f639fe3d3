import type { Passage, SearchResult } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/answer/estimate-tokens.js'
import { searchAnswer } from '../../src/answer/search-answer.js'

const OPTIONS = { isExplained: false, isFiltered: false }

function passage(text: string, more: Partial<Passage> = {}): Passage {
  const ranks = { bm25Rank: null, bm25Score: null, vectorRank: null, cosine: null, graphRank: null }
  const scores = { ...ranks, graphDistance: null, entitiesRank: null, conceptsRank: null }
  return {
    ...{
      docId: 'D',
      chunkId: 'ck_x',
      path: 'docs/a.md',
      title: null,
      headingPath: null,
      charStart: 0,
      charEnd: 1,
    },
    ...{ pageStart: null, pageEnd: null, citation: 'docs/a.md:0-1', text, tokenCount: 1, contentSha256: 'x' },
    ...{ instructionLike: false, instructionSignals: [], staleExtraction: null, changedSinceIndex: false },
    scores: { ...scores, rrf: 0, relevance: 0, rerank: null, coverage: 0 },
    ...more,
  }
}

function result(passages: readonly Passage[], more: Partial<SearchResult> = {}): SearchResult {
  return {
    ...{
      query: 'q',
      kbId: 'K',
      buildId: null,
      confidence: 'high',
      confidenceReason: 'r',
      considered: 1,
      passages,
    },
    ...{
      channels: [],
      degraded: null,
      notices: [],
      dropped: { perDocument: 0 },
      omitted: [],
      tokensReturned: 0,
    },
    ...more,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: read by key, as a client does
const answerTo = (passages: readonly Passage[], more = {}): any =>
  searchAnswer('notes', result(passages, more), OPTIONS)

describe('searchAnswer', () => {
  it('leaves out a passage that does not fit, goes on with the next, and says so', () => {
    const answer = answerTo([
      passage('small'),
      passage('words '.repeat(20_000), { tokenCount: 30_000 }),
      passage('last'),
    ])
    expect(answer.passages).toHaveLength(2)
    expect(answer.omitted).toEqual([{ doc_id: 'D', citation: 'docs/a.md:0-1', token_count: 30_000 }])
    expect(answer.notices).toEqual([expect.stringMatching(/^cut: 1 passages did not fit/)])
  })

  it('keeps a thousand passages of whatever text under 20,000 tokens', () => {
    for (const text of [
      'word '.repeat(80),
      '港の灯台'.repeat(40),
      'aB3+/'.repeat(80),
      '\u0001'.repeat(100),
    ]) {
      const answer = answerTo(Array.from({ length: 1000 }, () => passage(text)))
      expect(estimateTokens(JSON.stringify(answer))).toBeLessThan(20_000)
      expect(answer.passages.length).toBeGreaterThan(10)
      expect(answer.omitted.length).toBeLessThanOrEqual(20)
      expect(answer.notices).toEqual([expect.stringMatching(/\d+ of them unlisted/)])
    }
  })

  it('stays under the cap with the longest query and endless headings', () => {
    const long = passage('t', { headingPath: '港'.repeat(50_000), citation: '港'.repeat(50_000) })
    const answer = answerTo([long, passage('t')], { query: '港'.repeat(8192) })
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThan(20_000)
    expect(answer.passages).toHaveLength(1)
  })

  it('suggests by confidence', () => {
    expect(answerTo([passage('t')]).suggested_next).toMatch(/^Read a cited document/)
    for (const confidence of ['low', 'unknown']) {
      expect(answerTo([passage('t')], { confidence }).suggested_next).toMatch(/^Not settled/)
    }
    expect(answerTo([]).suggested_next).toMatch(/^Nothing matched/)
  })
})
