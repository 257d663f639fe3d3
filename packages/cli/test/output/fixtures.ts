import type { Passage, SearchResult } from '@pinakes/retrieve'
import type { SyncReport } from '@pinakes/sync'

/** A passage with every field set to something plain; `changes` replaces some. */
export function passage(changes: Partial<Passage> = {}): Passage {
  return {
    docId: '01JV3M8Q6ZT4XN0R5K7WBYC2DE',
    chunkId: 'ck_abcdefghijklmnopqrstuvwxyz',
    path: 'docs/pump.md',
    title: 'Pump',
    headingPath: 'Pump > Repair',
    charStart: 12,
    charEnd: 58,
    pageStart: null,
    pageEnd: null,
    citation: 'docs/pump.md:12-58 (Pump > Repair)',
    text: '## Repair\nAsk Ines before opening the valve.',
    tokenCount: 11,
    contentSha256: 'a'.repeat(64),
    instructionLike: false,
    instructionSignals: [],
    staleExtraction: null,
    changedSinceIndex: false,
    scores: {
      bm25Rank: 1,
      bm25Score: 2.5,
      vectorRank: null,
      cosine: null,
      graphRank: null,
      graphDistance: null,
      entitiesRank: null,
      conceptsRank: null,
      rrf: 1 / 61,
      relevance: 1,
      rerank: null,
      coverage: 0.5,
    },
    ...changes,
  }
}

/** A search result with one passage; `changes` replaces some fields. */
export function searchResult(changes: Partial<SearchResult> = {}): SearchResult {
  return {
    query: 'who repairs the pump',
    kbId: '01JV3K2H8M5Q9T1X4Z7B0D3F6G',
    buildId: '01JV3K2H8M5Q9T1X4Z7B0D3F6H',
    confidence: 'unknown',
    confidenceReason: 'no calibration in the manifest',
    considered: 4,
    passages: [passage()],
    channels: [
      { channel: 'bm25', ran: true, detail: 'fts5' },
      { channel: 'vector', ran: true, detail: 'static' },
      { channel: 'graph', ran: false, detail: 'off in the manifest' },
    ],
    degraded: null,
    notices: [],
    dropped: { perDocument: 0 },
    omitted: [],
    tokensReturned: 11,
    ...changes,
  }
}

/** The report of a sync that found nothing to do; `changes` replaces some fields. */
export function syncReport(changes: Partial<SyncReport> = {}): SyncReport {
  return {
    outcome: 'ok',
    added: [],
    updated: [],
    renamed: [],
    refreshed: [],
    deleted: [],
    unchanged: 0,
    failed: [],
    skipped: [],
    sidecars: { written: [], restored: [], moved: [], orphaned: [] },
    ambiguous: [],
    likelyMoved: [],
    chunkingDrift: [],
    linkScan: { scanned: [], dropped: [], issues: [] },
    hints: [],
    graph: null,
    elapsedMs: 12.4,
    ...changes,
  }
}
