import { describe, expect, it } from 'vitest'
import { checkPrefixBudget, checkWindow, embeddingInput } from '../../src/chunk/embedding-input.js'
import type { ChunkingSettings } from '../../src/contracts.js'
import { counters } from './counters.js'

const words = counters.words ?? expect.unreachable()
const prefix: ChunkingSettings = { headings: 'none', metadata: 'prefix', maxTokens: 10, overlap: 0 }
const off: ChunkingSettings = { ...prefix, metadata: 'off' }
const body = (unnumberedHeadingPath: string | null) => ({ text: 'body', unnumberedHeadingPath })

describe('embeddingInput', () => {
  it.each([
    ['Guide', 'Scope > Terms', 'Guide > Scope > Terms\n\nbody'],
    ['Guide', null, 'Guide\n\nbody'],
    [null, 'Scope', 'Scope\n\nbody'],
    ['  ', '  ', 'body'],
    [null, null, 'body'],
    [' guide ', 'GUIDE > Scope', 'guide > Scope\n\nbody'],
    ['Straße', 'STRASSE', 'Straße\n\nbody'],
    ['Guide', 'Guide > Guide > Scope', 'Guide > Guide > Scope\n\nbody'],
    ['Guide', 'Scope > Guide', 'Guide > Scope > Guide\n\nbody'],
  ])('title %j and path %j', (title, path, expected) => {
    expect(embeddingInput(body(path), title, prefix)).toBe(expected)
  })

  it('is the plain text while metadata is off', () => {
    expect(embeddingInput(body('Scope'), 'Guide', off)).toBe('body')
  })
})

describe('checkPrefixBudget', () => {
  const check = (path: string, settings: ChunkingSettings, window: number) =>
    checkPrefixBudget({
      path: 'docs/a.md',
      title: 'One Two',
      chunks: [body('x'), body(path), body('x')],
      settings,
      window,
      countTokens: words,
    })

  it('passes when the longest prefix and a full chunk fill the window exactly', () => {
    expect(() => check('three four', prefix, 17)).not.toThrow()
  })

  it('names path, prefix, tokens and the safe max_tokens', () => {
    expect(() => check('three four', prefix, 16)).toThrow(
      expect.objectContaining({
        code: 'CHUNKING_PREFIX_TOO_LONG',
        message: expect.stringMatching(/^docs\/a\.md: .*"One Two > three four" has 5 tokens/),
        remedy: expect.stringContaining('max_tokens = 9 '),
      }),
    )
  })

  it('advises a shorter title when no max_tokens would do', () => {
    expect(() => check('three four', prefix, 7)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('Shorten the title') }),
    )
  })

  it('says nothing while metadata is off', () => {
    expect(() => check('three four', off, 7)).not.toThrow()
  })
})

describe('checkWindow', () => {
  it('allows the window less two special tokens', () => {
    expect(() => checkWindow({ ...off, maxTokens: 510 }, 512)).not.toThrow()
    expect(() => checkWindow({ ...off, maxTokens: 511 }, 512)).toThrow(
      expect.objectContaining({
        code: 'CHUNKING_SETTINGS',
        remedy: expect.stringContaining('max_tokens = 510'),
      }),
    )
  })
})
