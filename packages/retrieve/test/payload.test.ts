import { describe, expect, it } from 'vitest'
import type { DocumentText, Passage, SearchResult } from '../src/contracts.js'
import { documentTextPayload, listPayload, searchPayload } from '../src/payload.js'

const passage: Passage = {
  docId: '01JV3M8Q6ZT4XN0R5K7WBYC2DE',
  chunkId: 'ck_abcdefghijklmnopqrstuvwxyz',
  path: 'docs/a.md',
  title: null,
  headingPath: 'Notes > Scope',
  charStart: 12,
  charEnd: 480,
  pageStart: null,
  pageEnd: null,
  citation: 'docs/a.md:12-480 (Notes > Scope)',
  text: 'text',
  tokenCount: 90,
  contentSha256: 'ab',
  instructionLike: false,
  instructionSignals: [],
  staleExtraction: null,
  changedSinceIndex: false,
  scores: {
    bm25Rank: 1,
    bm25Score: 7.5,
    vectorRank: null,
    cosine: null,
    graphRank: null,
    graphDistance: null,
    entitiesRank: null,
    conceptsRank: null,
    rrf: 1 / 61,
    relevance: 1,
    rerank: null,
    coverage: 1,
  },
}
const result: SearchResult = {
  query: 'q',
  kbId: '01JV3K2H8M5Q9T1X4Z7B0D3F6G',
  buildId: null,
  confidence: 'unknown',
  confidenceReason: 'uncalibrated',
  considered: 1,
  passages: [passage],
  channels: [{ channel: 'bm25', ran: true, detail: 'BM25' }],
  degraded: null,
  notices: [],
  dropped: { perDocument: 2 },
  omitted: [{ docId: 'd', citation: 'c', tokenCount: 9 }],
  tokensReturned: 90,
}
const view = {
  docId: passage.docId,
  path: 'docs/a.md',
  title: 'A',
  sourceType: 'markdown',
  tags: ['x'],
  mtime: 1_700_000_000.5,
  chunks: 3,
  changedSinceIndex: true,
} as const

/** The keys that the Python edition prints, and which its readers rely on. */
const SHARED_KEYS = ['query', 'confidence', 'confidence_reason', 'considered', 'passages']
const SHARED_PASSAGE_KEYS = [
  'doc_id',
  'path',
  'title',
  'heading_path',
  'char_start',
  'char_end',
  'page_start',
  'page_end',
  'citation',
  'stale_extraction',
  'text',
  'rerank_score',
  'fused_score',
]

describe('the search payload', () => {
  const payload = searchPayload(result)

  it('has every key that both editions print, null where there is no value', () => {
    expect(Object.keys(payload)).toEqual(expect.arrayContaining(SHARED_KEYS))
    const [first] = payload.passages as Record<string, unknown>[]
    expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining(SHARED_PASSAGE_KEYS))
    expect(first).toMatchObject({ title: null, rerank_score: null, fused_score: 1 / 61 })
  })

  it('adds what ran, what was left out, ids and scores', () => {
    expect(payload).toMatchObject({
      kb_id: result.kbId,
      build_id: null,
      channels: [{ channel: 'bm25', ran: true, detail: 'BM25', model: null }],
      degraded: null,
      dropped: { per_document: 2 },
      omitted: [{ doc_id: 'd', citation: 'c', token_count: 9 }],
      tokens_returned: 90,
    })
    expect((payload.passages as unknown[])[0]).toMatchObject({
      chunk_id: passage.chunkId,
      content_sha256: 'ab',
      token_count: 90,
      instruction_like: false,
      instruction_signals: [],
      changed_since_index: false,
      scores: {
        bm25_rank: 1,
        bm25_score: 7.5,
        vector_rank: null,
        cosine: null,
        graph_rank: null,
        graph_distance: null,
        entities_rank: null,
        concepts_rank: null,
        rrf: 1 / 61,
        relevance: 1,
        rerank: null,
        coverage: 1,
      },
    })
  })

  it('uses snake_case throughout and survives JSON unchanged', () => {
    const keys = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(keys)
        : typeof value === 'object' && value !== null
          ? [...Object.keys(value), ...Object.values(value).flatMap(keys)]
          : []
    for (const key of keys(payload)) expect(key).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
  })
})

describe('the payloads of documents', () => {
  it('give a listing with times as ISO 8601 in UTC', () => {
    expect(listPayload([view])).toEqual([
      {
        doc_id: view.docId,
        path: 'docs/a.md',
        title: 'A',
        source_type: 'markdown',
        tags: ['x'],
        modified: '2023-11-14T22:13:20.500Z',
        chunks: 3,
        changed_since_index: true,
      },
    ])
    expect(listPayload([])).toEqual([])
  })

  it('give a text with its place and origin', () => {
    const document: DocumentText = {
      passages: [],
      ...view,
      kbId: result.kbId,
      citation: 'docs/a.md',
      charStart: 0,
      charEnd: 4,
      text: 'text',
      origin: 'file',
      staleExtraction: null,
      pageStart: null,
      pageEnd: null,
      pageCount: null,
      pages: null,
      notices: ['cut: short'],
    }
    expect(documentTextPayload(document)).toMatchObject({
      kb_id: result.kbId,
      citation: 'docs/a.md',
      char_start: 0,
      char_end: 4,
      page_count: null,
      pages: null,
      origin: 'file',
      notices: ['cut: short'],
      text: 'text',
    })
  })
})
