import { describe, expect, it } from 'vitest'
import { linkScanIssues, linkScanLines } from '../../src/output/link-scan-lines.js'
import { syncPayload } from '../../src/output/sync-json.js'
import { syncLines } from '../../src/output/sync-lines.js'
import { syncReport } from './fixtures.js'

const KB = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as never

const report = syncReport({
  linkScan: {
    scanned: [
      { alias: 'harbour', kbId: KB, rows: 1 },
      { alias: 'mill', kbId: KB, rows: 0 },
    ],
    dropped: [
      { alias: 'old', kbId: KB, rows: 3 },
      { alias: null, kbId: KB, rows: 2 },
    ],
    issues: [{ alias: 'tar\nred', message: '/kbs/x does not exist', remedy: 'Put it there.' }],
  },
})

const ISSUE = 'link scan: tar\\nred: /kbs/x does not exist: Put it there.'

describe('the lines of a link scan', () => {
  it('say what was read, what was dropped and what was wrong, a line each', () => {
    expect(linkScanLines(report)).toEqual([
      'link scan: harbour: 1 link to documents here',
      'link scan: mill: 0 links to documents here',
      'link scan: old: linked no more, 3 links dropped',
      `link scan: ${KB}: linked no more, 2 links dropped`,
      ISSUE,
    ])
    expect(linkScanIssues(report)).toEqual([ISSUE])
  })

  it('are part of the report, and of a quiet one as far as something was wrong', () => {
    expect(syncLines(report).all).toEqual(expect.arrayContaining(linkScanLines(report)))
    expect(syncLines(report).quiet).toEqual([ISSUE])
  })

  it('are data in JSON', () => {
    expect(syncPayload(report).link_scan).toEqual({
      scanned: [
        { alias: 'harbour', kb_id: KB, rows: 1 },
        { alias: 'mill', kb_id: KB, rows: 0 },
      ],
      dropped: [
        { alias: 'old', kb_id: KB, rows: 3 },
        { alias: null, kb_id: KB, rows: 2 },
      ],
      issues: report.linkScan.issues,
    })
  })
})
