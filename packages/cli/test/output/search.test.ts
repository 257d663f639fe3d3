import { describe, expect, it } from 'vitest'
import { renderSearch } from '../../src/output/search-human.js'
import { style } from '../../src/output/style.js'
import { passage, searchResult } from './fixtures.js'

const PLAIN = style(false)

describe('renderSearch', () => {
  it('gives number, path and heading, then the indented text and the citation, then the confidence', () => {
    expect(renderSearch(searchResult(), PLAIN)).toBe(
      [
        '[1] docs/pump.md - Pump > Repair',
        '    ## Repair',
        '    Ask Ines before opening the valve.',
        '    (docs/pump.md:12-58 (Pump > Repair))',
        '',
        'searched: keywords by fts5; vectors by static; index build 01JV3K2H8M5Q9T1X4Z7B0D3F6H',
        'did not run: graph (off in the manifest)',
        'confidence: unknown - no calibration in the manifest',
      ].join('\n'),
    )
  })

  it('falls back to the title, then to the path alone', () => {
    const titled = searchResult({ passages: [passage({ headingPath: null })] })
    const bare = searchResult({ passages: [passage({ headingPath: null, title: null })] })
    expect(renderSearch(titled, PLAIN)).toMatch(/^\[1\] docs\/pump\.md - Pump\n/)
    expect(renderSearch(bare, PLAIN)).toMatch(/^\[1\] docs\/pump\.md\n/)
  })

  it('says honestly that nothing was found', () => {
    const none = searchResult({ passages: [], confidenceReason: 'nothing matched the filters' })
    const lines = renderSearch(none, PLAIN).split('\n')
    expect(lines.at(0)).toBe('no passages found')
    expect(lines.at(-1)).toBe('confidence: unknown - nothing matched the filters')
  })

  it('marks a stale text, a changed file and a text that reads like an instruction', () => {
    const marked = passage({
      staleExtraction: 'f00d',
      changedSinceIndex: true,
      instructionLike: true,
      instructionSignals: ['override', 'role'],
    })
    const lines = renderSearch(searchResult({ passages: [marked] }), PLAIN).split('\n')
    expect(lines.filter((line) => line.startsWith('    ! '))).toEqual([
      '    ! text from another extraction: f00d',
      '    ! the file changed since it was indexed: run pnk sync',
      '    ! reads like an instruction to a model (override, role)',
    ])
  })

  it('says which bound took passages away', () => {
    const cut = searchResult({
      dropped: { perDocument: 2 },
      omitted: [{ docId: 'x', citation: 'docs/b.md:0-9', tokenCount: 1 }],
    })
    expect(renderSearch(cut, PLAIN)).toContain(
      'left out by --max-per-document: 2 passages\nleft out by --max-tokens: docs/b.md:0-9 (1 token)\n',
    )
  })

  it('says that only keywords were used when the vectors could not be, once, and passes notices on', () => {
    const result = searchResult({
      channels: [
        { channel: 'bm25', ran: true, detail: 'fts5' },
        { channel: 'vector', ran: false, detail: 'model missing' },
        { channel: 'rerank', ran: false, detail: 'none in the manifest' },
      ],
      degraded: 'keyword only: model missing',
      notices: ['k was lowered to 20'],
      buildId: null,
    })
    expect(renderSearch(result, PLAIN)).toContain(
      [
        '',
        'keyword only: model missing',
        'note: k was lowered to 20',
        'searched: keywords by fts5; index build not recorded',
        'did not run: reranking (none in the manifest)',
        'confidence: ',
      ].join('\n'),
    )
  })

  it('ends with what else there is to say', () => {
    expect(renderSearch(searchResult(), PLAIN, ['one', 'two']).endsWith('\none\ntwo')).toBe(true)
  })

  it('lets neither a name nor a text drive the terminal', () => {
    const hostile = passage({
      path: 'a\n\u001b[2J.md',
      title: '\u202etxt',
      headingPath: null,
      text: 'x\u001b]0;t\u0007y',
    })
    const text = renderSearch(searchResult({ passages: [hostile] }), PLAIN)
    expect(text).toContain('[1] a\\n\\u{1b}[2J.md - \\u{202e}txt\n    x\\u{1b}]0;t\\u{7}y\n')
  })

  it('emits colour only when the style has it', () => {
    expect(renderSearch(searchResult(), PLAIN)).not.toContain('\u001b')
    expect(renderSearch(searchResult(), style(true))).toContain('\u001b[1m')
  })
})
