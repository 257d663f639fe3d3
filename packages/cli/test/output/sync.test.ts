import { describe, expect, it } from 'vitest'
import { syncPayload } from '../../src/output/sync-json.js'
import { syncLines } from '../../src/output/sync-lines.js'
import { syncReport } from './fixtures.js'

const failed = {
  path: 'docs/x.md',
  stage: 'index' as const,
  error: 'ExtractError: not UTF-8',
  happened: '20260725 09:14',
}

describe('syncLines', () => {
  it('begins with what happened to the documents', () => {
    const report = syncReport({
      added: ['a', 'b'],
      updated: ['c'],
      renamed: [{ from: 'x', to: 'y' }],
      refreshed: ['d'],
      unchanged: 7,
      deleted: ['e'],
    })
    expect(syncLines(report).all).toEqual(['3 indexed, 1 renamed, 1 metadata-only, 7 unchanged, 1 removed'])
  })

  it('says the counts even when nothing happened, and nothing at all when quiet', () => {
    expect(syncLines(syncReport())).toEqual({
      all: ['0 indexed, 0 renamed, 0 metadata-only, 0 unchanged, 0 removed'],
      quiet: [],
    })
  })

  it('counts the sidecars that were written, restored and moved', () => {
    const sidecars = {
      written: ['a.pnk.yaml', 'b.pnk.yaml'],
      restored: ['c.pnk.yaml'],
      moved: ['d.pnk.yaml'],
      orphaned: [],
    }
    expect(syncLines(syncReport({ sidecars })).all.slice(1)).toEqual([
      'sidecars: 2 written, 1 restored, 1 moved',
      'sidecar moved: d.pnk.yaml',
      'sidecar restored with its id: c.pnk.yaml',
    ])
  })

  it('counts the edges that were derived, in one line', () => {
    expect(syncLines(syncReport({ graph: GRAPH })).all.slice(1)).toEqual([
      'edges: 7 stored in 1.2 s, 3 authored: membership=4 sibling=3 parent-child=0 in-section=0 co-located=0 ' +
        'shared-tag=0 authored=3 mentions=0',
    ])
  })

  it('names chunking drift key by key', () => {
    const chunkingDrift = [{ key: 'chunking_max_tokens', recorded: '510', wanted: '200' }]
    expect(syncLines(syncReport({ chunkingDrift })).all).toContain(
      'chunking drift: chunking_max_tokens 510 -> 200',
    )
  })

  it('tells even a quiet caller about skips, moved and ambiguous documents, restored sidecars and failures', () => {
    const report = syncReport({
      outcome: 'failed',
      skipped: [{ reason: 'outside the knowledge base', paths: ['docs/out'] }],
      sidecars: { written: ['w'], restored: ['r.pnk.yaml'], moved: [], orphaned: ['o.pnk.yaml'] },
      likelyMoved: [{ id: '01JV3M8Q6ZT4XN0R5K7WBYC2DE', from: 'a.md', candidates: ['b.md', 'c.md'] }],
      ambiguous: ['one.md, two.md'],
      failed: [failed],
      hints: ['save it as UTF-8', 'save it as UTF-8'],
    })
    expect(syncLines(report).quiet).toEqual([
      'skipped, outside the knowledge base: docs/out',
      'sidecar restored with its id: r.pnk.yaml',
      'likely moved without its sidecar: a.md (01JV3M8Q6ZT4XN0R5K7WBYC2DE) -> b.md, c.md',
      'ambiguous: one.md, two.md',
      'failed: docs/x.md: ExtractError: not UTF-8',
      'save it as UTF-8',
    ])
    expect(syncLines(report).all).toContain('orphaned sidecar: o.pnk.yaml')
  })

  it('shows the first three of many paths and counts the rest', () => {
    const skipped = [{ reason: 'no pattern takes them', paths: ['a', 'b', 'c', 'd', 'e'] }]
    expect(syncLines(syncReport({ skipped })).quiet).toEqual([
      'skipped, no pattern takes them: a, b, c and 2 more',
    ])
  })

  it('keeps every line one line whatever a file is called', () => {
    const hostile = { ...failed, path: 'a\nfailed: b', error: 'E: \u001b[31mred' }
    expect(syncLines(syncReport({ failed: [hostile] })).quiet).toEqual([
      'failed: a\\nfailed: b: E: \\u{1b}[31mred',
    ])
  })

  it('says that another sync is running, and nothing when quiet', () => {
    expect(syncLines(syncReport({ outcome: 'busy' }))).toEqual({
      all: ['another sync is running: nothing done'],
      quiet: [],
    })
  })
})

/** Edges of two documents. */
const GRAPH = {
  kinds: {
    membership: 4,
    sibling: 3,
    'parent-child': 0,
    'in-section': 0,
    'co-located': 0,
    'shared-tag': 0,
    authored: 3,
    mentions: 0,
  },
  stored: 7,
  elapsedMs: 1234.5,
}

describe('syncPayload', () => {
  it('counts the edges by kind, and says null where they were not derived', () => {
    expect(syncPayload(syncReport({ graph: GRAPH }))).toMatchObject({
      graph: { stored: 7, seconds: 1.235, authored: 3, kinds: GRAPH.kinds },
    })
    expect(syncPayload(syncReport())).toMatchObject({ graph: null })
  })

  it('has every field of the report, in snake case', () => {
    const payload = syncPayload(syncReport({ added: ['a.md'], failed: [failed] }))
    expect(payload).toMatchObject({
      outcome: 'ok',
      added: ['a.md'],
      failed: [failed],
      likely_moved: [],
      elapsed_ms: 12,
    })
    expect(Object.keys(payload).every((key) => /^[a-z_]+$/.test(key))).toBe(true)
  })
})
