import type { LinksResult } from '@pinakes/retrieve'
import { describe, expect, it } from 'vitest'
import { neighbourLines, neighbourNotes } from '../../src/output/neighbour-lines.js'

const KB = '01JV3MA0N4R8V2Y6C1E5H9K3P6'
const DOC = '01JV3MA0N4R8V2Y6C1E5H9K3P7'
const LINK = { kbId: KB, docId: DOC, rel: 'cites', distance: 1 }
const NOTHING: LinksResult = {
  kbId: KB,
  path: 'docs/a.md',
  title: 'A',
  document: DOC,
  neighbours: [],
  frontier: [],
  unresolved: [],
  truncated: [],
  empty: 'none',
  degraded: null,
}

describe('neighbourLines', () => {
  it('says as of when there are no links', () => {
    expect(neighbourLines(NOTHING)).toEqual(['no links as of the last sync; add one with pnk link'])
  })
})

describe('neighbourNotes', () => {
  it('has nothing to say of links that are shown and only not followed', () => {
    const row = { title: null, direction: 'out', score: 2, scoredByQuery: false, terminal: true } as const
    const frontier = (['depth', 'terminal'] as const).map((reason) => ({ ...LINK, reason }))
    expect(neighbourNotes({ ...NOTHING, neighbours: [{ ...LINK, ...row }], frontier })).toEqual([])
  })

  it('counts the links that one document has too many of, and says which key decides', () => {
    const frontier = (['fanout', 'depth', 'terminal'] as const).map((reason) => ({ ...LINK, reason }))
    const why =
      'not shown: adjacent_k in [retrieval] is how many of one document are; --rel and --direction narrow'
    expect(neighbourNotes({ ...NOTHING, frontier })).toEqual([`note: at least 2 further links ${why}`])
    expect(neighbourNotes({ ...NOTHING, frontier: frontier.slice(0, 1), truncated: ['rows'] })).toEqual([
      `note: at least 1 further link ${why}`,
      'note: cut by the bound on rows',
    ])
  })

  it('names what leads nowhere and what was not ranked', () => {
    const unresolved = [{ ...LINK, reason: 'gone' }]
    expect(neighbourNotes({ ...NOTHING, unresolved, degraded: 'not ranked' })).toEqual([
      'note: not ranked',
      `unresolved: cites: ${DOC}: gone`,
    ])
  })
})
