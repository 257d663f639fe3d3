import { describe, expect, it } from 'vitest'
import { chunkDocument } from '../../src/chunk/chunk-document.js'
import { firstH1 } from '../../src/chunk/first-h1.js'
import { counters } from './counters.js'

const settings = { headings: 'none', metadata: 'off', maxTokens: 200, overlap: 20 } as const

/** `[heading path, text]` of every chunk. */
function chunksOf(text: string): [string | null, string][] {
  const countTokens = counters.words ?? expect.unreachable()
  return chunkDocument({ text, sourceType: 'markdown', settings, countTokens }).map((chunk) => [
    chunk.headingPath,
    chunk.text,
  ])
}

describe('headings', () => {
  it('begin the chunk of the first body below them', () => {
    expect(chunksOf('intro\n\n# A\n\n## B\ntext\nmore\n\nnext\n')).toEqual([
      [null, 'intro'],
      ['A > B', '# A\n\n## B\ntext\nmore'],
      ['A > B', 'next'],
    ])
  })

  it('close the open block without a blank line', () => {
    expect(chunksOf('a\n# T\nb')).toEqual([
      [null, 'a'],
      ['T', '# T\nb'],
    ])
  })

  it('neither nest siblings nor lose parents when levels are skipped', () => {
    const paths = chunksOf('# A\na\n### B\nb\n### C\nc\n## D\nd\n').map(([path]) => path)
    expect(paths).toEqual(['A', 'A > B', 'A > C', 'A > D'])
    expect(chunksOf('## X\nx\n## Y\ny').map(([path]) => path)).toEqual(['X', 'Y'])
    expect(chunksOf('# A\na\n# B\nb').map(([path]) => path)).toEqual(['A', 'B'])
  })

  it.each([
    ['# About C#', 'About C#'],
    ['# About C# #', 'About C#'],
    ['## Closed ##  ', 'Closed'],
    ['#\tTab', 'Tab'],
    ['# a \\#', 'a \\#'],
    ['# #a', '#a'],
    ['# x\u000c', 'x'],
  ])('%j has the title %j', (line, title) => {
    expect(chunksOf(`${line}\nbody`)[0]?.[0]).toBe(title)
  })

  it.each([' # indented', '#nospace', '####### seven', 'Setext\n=====', 'text\n---', '\\# escaped'])(
    '%j is no heading',
    (line) => expect(chunksOf(`${line}\nbody`)).toEqual([[null, `${line}\nbody`]]),
  )

  it('a line of more than 1,024 units is no heading, so that no title multiplies the index', () => {
    expect(chunksOf(`# ${'x'.repeat(2000)}\nbody`)[0]?.[0]).toBeNull()
  })

  it('without any body give no chunk', () => {
    expect(chunksOf('# Only\n\n## Headings\n')).toEqual([])
  })

  it('after the last body are a chunk of their own', () => {
    expect(chunksOf('# A\ntext\n\n## B\n\n### C\n\n')).toEqual([
      ['A', '# A\ntext'],
      ['A > B > C', '## B\n\n### C'],
    ])
  })
})

describe('marks without a title', () => {
  it('are no heading and never a passage alone', () => {
    expect(chunksOf('# A\na\n\n##\n\nb\n\n#\n\n# #\n')).toEqual([
      ['A', '# A\na'],
      ['A', '##\n\nb'],
    ])
    expect(chunksOf('#\n\n##  \n')).toEqual([])
  })

  it('within a block belong to it', () => {
    expect(chunksOf('a\n##\nb')).toEqual([[null, 'a\n##\nb']])
  })
})

describe('fences', () => {
  it.each([
    ['a shell comment', '```bash\n# install\n\n# run\n```\n'],
    ['tildes', '~~~\n# x\n```\n# y\n~~~\n'],
    ['four backticks around three', '````md\n```\n# a\n```\n# b\n````\n'],
    ['an indented fence in a list', '- item\n\n   ```\n   x\n# y\n   ```\n'],
    ['a longer closing run', '```\n# x\n`````\n'],
    ['a marker with text behind it', '```\n``` no end\n# x\n```\n'],
  ])('hide headings: %s', (_name, fence) => {
    const chunks = chunksOf(`# Top\nx\n\n${fence}\n## Next\nafter\n`)
    expect(chunks.map(([path]) => path).filter((path) => path !== 'Top')).toEqual(['Top > Next'])
    expect(chunks.map(([, text]) => text).join('\n\n')).toContain(fence.trimEnd())
  })

  it('are one block with the lines that touch them, blank lines included', () => {
    expect(chunksOf('before\n```\na\n\n\nb\n```\nafter\n\nnext')).toEqual([
      [null, 'before\n```\na\n\n\nb\n```\nafter'],
      [null, 'next'],
    ])
  })

  it('run to the end when nothing closes them', () => {
    expect(chunksOf('# A\n\n```\n# b\n\n~~~\n\n# c')).toEqual([['A', '# A\n\n```\n# b\n\n~~~\n\n# c']])
  })

  it('are not opened by code in running text', () => {
    expect(chunksOf('```x``` inline\n\n# H\nb').map(([path]) => path)).toEqual([null, 'H'])
  })
})

describe('front matter', () => {
  it('is text, and its comments are no headings', () => {
    expect(chunksOf('---\n# comment\ntitle: a: b\n\n# more\ntags: [x\n---\n\n# H\nbody')).toEqual([
      [null, '---\n# comment\ntitle: a: b\n\n# more\ntags: [x\n---'],
      ['H', '# H\nbody'],
    ])
  })

  it('may end with three dots and begin after a byte order mark', () => {
    expect(chunksOf('\ufeff---\na: 1\n# c\n...\n# H\nb')).toEqual([
      [null, '\ufeff---\na: 1\n# c\n...'],
      ['H', '# H\nb'],
    ])
  })

  it.each([
    ['a rule at the top', '---\n\n# H\nb\n\n---\n'],
    ['a rule before prose', '---\nSome words\n\n# H\nb\n\n---\n'],
    ['an unclosed block', '---\ntitle: x\n\n# H\nb\n'],
    ['an empty block', '---\n---\n# H\nb\n'],
  ])('is not %s', (_name, text) => {
    expect(chunksOf(text).map(([path]) => path)).toContain('H')
    expect(firstH1(text)).toBe('H')
  })
})

describe('bytes and lines', () => {
  it('a byte order mark keeps its place and hides no heading', () => {
    expect(chunksOf('\ufeff# H\nb')).toEqual([['H', '\ufeff# H\nb']])
    expect(chunksOf('\ufeff\n\n')).toEqual([])
  })

  it('form feed, vertical tab and Unicode separators end lines', () => {
    expect(chunksOf('a\u2028# H\u0085b\u000c\u001c\u000bc').map(([path, text]) => [path, text])).toEqual([
      [null, 'a\u2028'],
      ['H', '# H\u0085b\u000c'],
      ['H', 'c'],
    ])
  })

  it('runs of blank lines give no passage', () => {
    expect(chunksOf(`a${'\n \t'.repeat(200)}\nb`)).toEqual([
      [null, 'a'],
      [null, 'b'],
    ])
  })
})

describe('firstH1', () => {
  it.each([
    ['## two\n\n#  One  #\n# Other', 'One'],
    ['```\n# code\n```\n# Real', 'Real'],
    ['---\na: b\n# comment\n---\n# Real', 'Real'],
    ['\ufeff# Marked', 'Marked'],
  ])('%j -> %j', (text, title) => expect(firstH1(text)).toBe(title))

  it.each(['', '## only two', '~~~\n# inside', 'Setext\n===', '#'])('%j has none', (text) => {
    expect(firstH1(text)).toBeNull()
  })
})
