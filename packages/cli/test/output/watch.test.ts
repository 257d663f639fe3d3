import { describe, expect, it } from 'vitest'
import { isNews, watchLine } from '../../src/output/watch-lines.js'
import { syncReport } from './fixtures.js'

const NO_SIDECARS = { written: [], restored: [], moved: [], orphaned: [] }
const failure = (happened: string) => ({
  path: 'docs/x.md',
  stage: 'index' as const,
  error: 'DecodeError: not UTF-8',
  happened,
})

const TROUBLE = {
  scanned: [],
  dropped: [],
  issues: ['does not exist', 'is a file'].map((message) => ({ alias: 'mill', message, remedy: 'Look.' })),
}

describe('a sync of a watch is news', () => {
  it.each([
    { added: ['a'] },
    { updated: ['a'] },
    { renamed: [{ from: 'a', to: 'b' }] },
    { refreshed: ['a'] },
    { deleted: ['a'] },
    { sidecars: { ...NO_SIDECARS, written: ['a.pnk.yaml'] } },
    { sidecars: { ...NO_SIDECARS, restored: ['a.pnk.yaml'] } },
    { sidecars: { ...NO_SIDECARS, moved: ['a.pnk.yaml'] } },
    { failed: [failure('20260725 09:14')] },
    { hints: ['1 file matches no pattern'] },
    { linkScan: TROUBLE },
  ])('with %j', (changes) => {
    expect(isNews(syncReport(changes), null)).toBe(true)
    expect(isNews(syncReport(changes), syncReport({ unchanged: 4 }))).toBe(true)
  })

  it('not when nothing happened, nor when only the old complaints stand', () => {
    expect(isNews(syncReport({ unchanged: 9 }), null)).toBe(false)
    const before = syncReport({ failed: [failure('20260725 09:14')] })
    expect(isNews(syncReport({ failed: [failure('20260725 09:15')] }), before)).toBe(false)
  })

  it('when a complaint has gone', () => {
    expect(isNews(syncReport(), syncReport({ failed: [failure('20260725 09:14')] }))).toBe(true)
  })
})

it('is one line, with sidecars and failures only where there are any', () => {
  expect(watchLine(syncReport({ deleted: ['a'], unchanged: 3 }))).toBe(
    '0 indexed, 0 renamed, 0 metadata-only, 3 unchanged, 1 removed',
  )
  const report = syncReport({
    added: ['a'],
    sidecars: { ...NO_SIDECARS, written: ['a.pnk.yaml'], moved: ['b.pnk.yaml'] },
    failed: [failure('20260725 09:14')],
  })
  expect(watchLine(report)).toBe(
    '1 indexed, 0 renamed, 0 metadata-only, 0 unchanged, 0 removed, 2 sidecars written, 1 failed',
  )
})

it('names how many linked knowledge bases were in trouble', () => {
  expect(watchLine(syncReport({ linkScan: TROUBLE }))).toBe(
    '0 indexed, 0 renamed, 0 metadata-only, 0 unchanged, 0 removed, link scan: trouble with 1 knowledge base',
  )
})
