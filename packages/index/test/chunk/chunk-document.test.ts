import { describe, expect, it } from 'vitest'
import { chunkDocument } from '../../src/chunk/chunk-document.js'
import { LONGEST_CHUNK } from '../../src/chunk/measure.js'
import type { ChunkInput } from '../../src/contracts.js'
import { counters } from './counters.js'

const words = counters.words ?? expect.unreachable()
const characters = counters.characters ?? expect.unreachable()

function chunk(
  text: string,
  input: Partial<Omit<ChunkInput, 'settings'>> & { maxTokens?: number; overlap?: number },
) {
  const { maxTokens = 10, overlap = 0, ...rest } = input
  const settings = { headings: 'none', metadata: 'off', maxTokens, overlap } as const
  return chunkDocument({ text, sourceType: 'text', settings, countTokens: words, ...rest })
}

const texts = (...args: Parameters<typeof chunk>) => chunk(...args).map((piece) => piece.text)

describe('blocks', () => {
  it('are runs of non-blank lines; trailing spaces stay, the line feed goes', () => {
    expect(texts('a  \n\n\u3000\n\fb\n c \n', {})).toEqual(['a  ', 'b\n c '])
  })

  it.each(['', ' \n\t\n', '\u00a0\f\u2029'])('%j has no chunks', (text) =>
    expect(chunk(text, {})).toEqual([]),
  )

  it('never merge, however small', () => {
    expect(texts('a\n\nb\n\nc', {})).toEqual(['a', 'b', 'c'])
  })

  it('offsets are code points, also after astral characters', () => {
    const [, second] = chunk('😀😀 x\n\n𝔸 b', {})
    expect(second).toMatchObject({ ordinal: 1, charStart: 6, charEnd: 9, text: '𝔸 b' })
  })
})

describe('oversize blocks', () => {
  it('split after sentences and lines first', () => {
    expect(texts('one two. three four! five\nsix seven; eight nine', { maxTokens: 4 })).toEqual([
      'one two. three four! ',
      'five\nsix seven; ',
      'eight nine',
    ])
  })

  it('do not split at a full stop inside a word', () => {
    expect(texts('see 3.14 of a.b.c here', { maxTokens: 4 })).toEqual(['see 3.14 of a.b.c ', 'here'])
  })

  it('carry the last whole pieces within the overlap', () => {
    expect(texts('a a. b. c c. d. e e.', { maxTokens: 4, overlap: 1 })).toEqual([
      'a a. b. ',
      'b. c c. d. ',
      'd. e e.',
    ])
  })

  it('drop the carry when the next piece would not fit beside it', () => {
    expect(texts('a a a. b. c c c c.', { maxTokens: 4, overlap: 1 })).toEqual(['a a a. b. ', 'c c c c.'])
  })

  it('cut an unbroken run into equal spans of code points', () => {
    expect(texts('😀'.repeat(10), { maxTokens: 4, countTokens: characters })).toEqual([
      '😀😀😀',
      '😀😀😀',
      '😀😀😀😀',
    ])
  })

  it('halve a span whose characters are dear', () => {
    const dear = (text: string) => [...text].reduce((sum, point) => sum + (point === 'X' ? 4 : 1), 0)
    expect(texts('aaaaaaaaXXXX', { maxTokens: 6, countTokens: dear }).every((text) => dear(text) <= 6)).toBe(
      true,
    )
  })

  it('refuse a limit below the tokens of one character', () => {
    expect(() => texts('ab', { maxTokens: 2, countTokens: (text) => text.length * 3 })).toThrow(
      expect.objectContaining({ code: 'CHUNKING_SETTINGS' }),
    )
  })

  it('split at the limit and not one token before', () => {
    const block = (n: number) => Array.from({ length: n }, (_, i) => `w${i}`).join(' ')
    expect([509, 510, 511].map((n) => chunk(block(n), { maxTokens: 510 }).map((c) => c.tokenCount))).toEqual([
      [509],
      [510],
      [510, 1],
    ])
  })

  it('3,000 tokens without a space are cut, none lost', () => {
    const run = '讨'.repeat(3000)
    const pieces = chunk(run, { maxTokens: 510, overlap: 50, countTokens: characters })
    expect(pieces.map((piece) => piece.tokenCount)).toEqual([500, 500, 500, 500, 500, 500])
    expect(pieces.map((piece) => piece.text).join('')).toBe(run)
  })
})

describe('hostile sizes', () => {
  it('a block that counts as few tokens is still cut at 65,536 units', () => {
    const pieces = texts('x'.repeat(3_000_000), { maxTokens: 510 })
    expect(pieces.join('')).toHaveLength(3_000_000)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(LONGEST_CHUNK)
  })

  it.each(['>', '[', '# ', '`', '- ', '*_'])('200,000 x %j in one line', (mark) => {
    const text = mark.repeat(200_000)
    for (const sourceType of ['markdown', 'text'] as const) {
      const joined = texts(text, { maxTokens: 510, sourceType }).join('')
      expect(joined).toBe(text)
    }
  })

  it('counts each text a bounded number of times', () => {
    let counted = 0
    const countTokens = (text: string) => {
      counted += text.length
      return words(text)
    }
    const text = 'seven words stand in this one sentence. '.repeat(20_000)
    chunk(text, { maxTokens: 300, overlap: 30, countTokens })
    expect(counted).toBeLessThan(3 * text.length)
  })
})

describe('pages', () => {
  const pageSpans = [
    [0, 4],
    [4, 4],
    [4, 12],
  ] as const

  it('are those of the first and the last code point, empty pages left out', () => {
    const found = chunk('aa\n\nbb\n\ncc\n\n', { sourceType: 'pdf', pageSpans })
    expect(found.map(({ pageStart, pageEnd }) => [pageStart, pageEnd])).toEqual([
      [1, 1],
      [3, 3],
      [3, 3],
    ])
  })

  it('a block that ends where its page does has no other page', () => {
    const found = chunk('aaaa\n\nbb', { sourceType: 'pdf', pageSpans })
    expect(found.map(({ pageStart, pageEnd }) => [pageStart, pageEnd])).toEqual([
      [1, 1],
      [3, 3],
    ])
  })

  it('a block across a break has both and is not split there', () => {
    expect(chunk('aa\nbbbb', { sourceType: 'pdf', pageSpans })).toMatchObject([{ pageStart: 1, pageEnd: 3 }])
  })

  it('are null without spans', () => {
    expect(chunk('a', {})).toMatchObject([{ pageStart: null, pageEnd: null }])
  })

  it('a position outside all spans is an error of its own', () => {
    expect(() => chunk('abc', { pageSpans: [[0, 2]] })).toThrow(
      expect.objectContaining({ code: 'CHUNKING_PAGE_SPANS' }),
    )
  })
})

describe('settings', () => {
  it.each([
    [10, 10],
    [10, 11],
    [0, -1],
  ])('max_tokens %i with overlap %i is refused', (maxTokens, overlap) => {
    expect(() => chunk('a', { maxTokens, overlap })).toThrow(
      expect.objectContaining({ code: 'CHUNKING_SETTINGS' }),
    )
  })
})
