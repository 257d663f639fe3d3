import { describe, expect, it } from 'vitest'
import { chunkDocument } from '../../src/chunk/chunk-document.js'
import { isLegalStep } from '../../src/chunk/outline-number.js'
import { counters } from './counters.js'

function chunksOf(text: string, headings: 'none' | 'numbered' = 'numbered') {
  const countTokens = counters.words ?? expect.unreachable()
  const settings = { headings, metadata: 'off', maxTokens: 200, overlap: 20 } as const
  return chunkDocument({ text, sourceType: 'text', settings, countTokens })
}

/** A document of headings, each with a body. */
function outline(...headings: string[]): string {
  return headings.map((heading, i) => `${heading}\n\nbody ${i}\n`).join('\n')
}

describe('an accepted outline', () => {
  it('gives paths with numbers, and without them for embedding', () => {
    const chunks = chunksOf(outline('1. Scope', '1.1. Terms', '1.2 Use', '2. Rules'))
    expect(chunks.map((chunk) => chunk.headingPath)).toEqual([
      '1. Scope',
      '1. Scope > 1.1. Terms',
      '1. Scope > 1.2 Use',
      '2. Rules',
    ])
    expect(chunks.map((chunk) => chunk.unnumberedHeadingPath)).toEqual([
      'Scope',
      'Scope > Terms',
      'Scope > Use',
      'Rules',
    ])
    expect(chunks[0]?.text).toBe('1. Scope\n\nbody 0')
  })

  it.each([
    [['1. A', '1.1. B', '2. C']],
    [['1 - A', '2 - B']],
    [['1.0 A', '2.0 B', '2.1 C']],
    [['1 A', '1.1 B', '1.1.1 C', '1.1.2 D', '2 E']],
    [['1.1 A', '1.2 B', '2 C']],
    [['\ufeff1. A', '2. B']],
  ])('%j', (headings) => {
    expect(chunksOf(outline(...headings)).every((chunk) => chunk.headingPath !== null)).toBe(true)
  })

  it('leaves table-of-contents leaders and lists inside paragraphs alone', () => {
    const toc = '1. Scope ........ 3\n2. Rules ........ 4\n'
    const chunks = chunksOf(`${toc}\n${outline('1. Scope', '2. Rules')}\nwords\n3. no blank line before\n`)
    expect(chunks.map((chunk) => chunk.headingPath)).toEqual([null, '1. Scope', '2. Rules', '2. Rules'])
  })
})

describe('a rejected outline is chunked as plain text', () => {
  it.each([
    ['a single heading', ['1. A']],
    ['a list that starts late', ['56. A', '57. B']],
    ['a skip', ['1. A', '3. B']],
    ['a repeat', ['1. A', '1. B']],
    ['a repeat after folding', ['1. A', '2. B', '2.0 C']],
    ['a restart', ['1. A', '2. B', '1. C']],
    ['a deeper skip', ['1. A', '1.2 B']],
    ['chapter zero', ['0. A', '1. B']],
  ])('%s', (_name, headings) => {
    const text = outline(...headings)
    expect(chunksOf(text)).toEqual(chunksOf(text, 'none'))
  })

  it.each([
    '1. Alpha:',
    '1. Alpha.',
    '1. Alpha;',
    '1. Alpha,',
    `1. ${'x'.repeat(101)}`,
    '1.Alpha',
    ' 1. Alpha',
    '1. ',
  ])('%j is no candidate', (line) =>
    expect(chunksOf(outline(line, '2. Beta')).every((chunk) => chunk.headingPath === null)).toBe(true),
  )

  it('a title of 100 code points is a candidate however many units it has', () => {
    expect(chunksOf(outline(`1. ${'𝔸'.repeat(100)}`, '2. B'))[0]?.headingPath).toContain('𝔸')
  })
})

describe('isLegalStep', () => {
  it.each([
    [[1], [1, 1], true],
    [[1, 1], [1, 2], true],
    [[1, 1, 4], [1, 2], true],
    [[1, 1, 4], [2], true],
    [[1], [1, 2], false],
    [[1], [1, 1, 1], false],
    [[1, 2], [1, 1], false],
    [[1, 2], [2, 3], false],
    [[2], [1, 3], false],
  ])('%j -> %j is %s', (from, to, legal) => expect(isLegalStep(from, to)).toBe(legal))
})

describe('code and PDF never have headings', () => {
  it.each(['code', 'pdf'] as const)('%s', (sourceType) => {
    const settings = { headings: 'numbered', metadata: 'off', maxTokens: 200, overlap: 20 } as const
    const countTokens = counters.words ?? expect.unreachable()
    const chunks = chunkDocument({
      text: `# x\n\n${outline('1. A', '2. B')}`,
      sourceType,
      settings,
      countTokens,
    })
    expect(chunks.map((chunk) => chunk.headingPath)).toEqual([null, null, null, null, null])
  })
})
