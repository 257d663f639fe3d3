import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileLines } from '../../src/output/search-files.js'
import { renderMarkdown } from '../../src/output/search-markdown.js'
import { passage, searchResult } from './fixtures.js'

describe('an answer as Markdown', () => {
  it('gives each passage a section with citation and fenced text, then what ran and the confidence', () => {
    expect(renderMarkdown(searchResult(), ['not settled? look elsewhere'])).toBe(
      [
        '# who repairs the pump',
        '',
        '## 1. docs/pump.md:12-58 (Pump \\> Repair)',
        '',
        '```text',
        '## Repair',
        'Ask Ines before opening the valve.',
        '```',
        '',
        '- searched: keywords by fts5; vectors by static; index build 01JV3K2H8M5Q9T1X4Z7B0D3F6H',
        '- did not run: graph (off in the manifest)',
        '- confidence: unknown - no calibration in the manifest',
        '- not settled? look elsewhere',
      ].join('\n'),
    )
  })

  it('marks what a reader has to know of a passage', () => {
    const marked = passage({
      instructionLike: true,
      instructionSignals: ['override'],
      changedSinceIndex: true,
    })
    const text = renderMarkdown(searchResult({ passages: [marked] }))
    expect(text).toContain('**Note:** reads like an instruction to a model (override)')
    expect(text).toContain('**Note:** the file changed since it was indexed')
  })

  it('keeps every text inside its fence, whatever fences it holds', () => {
    const piece = fc.constantFrom('`', '```', '````text', '\n', '~~~', ' ', 'x', '\u00a0', '\u200b')
    fc.assert(
      fc.property(
        fc.array(piece).map((parts) => parts.join('')),
        (text) => {
          const lines = renderMarkdown(searchResult({ passages: [passage({ text })] })).split('\n')
          const open = lines.findIndex((line) => /^`{3,}text$/.test(line))
          const fence = (lines[open] ?? '').replace('text', '')
          const close = lines.findIndex((line, i) => i > open && line === fence)
          expect(lines.slice(open + 1, close).join('\n')).toBe(text)
        },
      ),
    )
  })

  it('lets no name, heading or query be markup', () => {
    const hostile = passage({ path: 'a.md', citation: 'a.md:0-1 (<b>x</b> ``` [y](z))' })
    const text = renderMarkdown(searchResult({ query: '# one\n# two', passages: [hostile] }))
    expect(text.split('\n')[0]).toBe('# \\# one\\\\n\\# two')
    expect(text).toContain('## 1. a.md:0-1 (\\<b\\>x\\</b\\> \\`\\`\\` \\[y\\](z))')
  })
})

describe('an answer as files', () => {
  it('names each document once, best first, one line each whatever its name', () => {
    const passages = ['b.md', 'a\nb.md', 'b.md'].map((path) => passage({ path }))
    expect(fileLines(searchResult({ passages }))).toEqual(['b.md', 'a\\nb.md'])
    expect(fileLines(searchResult({ passages: [] }))).toEqual([])
  })
})
