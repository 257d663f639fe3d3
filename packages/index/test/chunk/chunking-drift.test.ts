import { describe, expect, it } from 'vitest'
import { chunkingDrift, chunkingIdentity } from '../../src/chunk/chunking-drift.js'

const settings = { headings: 'numbered', metadata: 'prefix', maxTokens: 300, overlap: 30 } as const

describe('chunking identity', () => {
  it('is four plain strings', () => {
    expect(chunkingIdentity(settings)).toEqual({
      chunking_headings: 'numbered',
      chunking_max_tokens: '300',
      chunking_overlap: '30',
      chunking_metadata: 'prefix',
    })
  })

  it('does not drift from itself', () => {
    expect(chunkingDrift(new Map(Object.entries(chunkingIdentity(settings))), settings)).toEqual([])
  })

  it('names every key that is recorded and different', () => {
    const meta = new Map(Object.entries(chunkingIdentity({ ...settings, maxTokens: 200, headings: 'none' })))
    expect(chunkingDrift(meta, settings)).toEqual([
      { key: 'chunking_headings', recorded: 'none', current: 'numbered' },
      { key: 'chunking_max_tokens', recorded: '200', current: '300' },
    ])
  })

  it('an absent key is unknown, but absent metadata means off', () => {
    expect(chunkingDrift(new Map(), { ...settings, metadata: 'off' })).toEqual([])
    expect(chunkingDrift(new Map(), settings)).toEqual([
      { key: 'chunking_metadata', recorded: 'off', current: 'prefix' },
    ])
  })
})
