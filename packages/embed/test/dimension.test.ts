import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '../src/contracts.js'
import { checkDim } from '../src/dimension.js'
import { EmbedError } from '../src/errors.js'

const info: ModelInfo = {
  provider: 'static',
  model: 'pinakes/static-en',
  revision: null,
  dim: 256,
  maxSequenceLength: 512,
  fingerprint: null,
}

describe('checkDim', () => {
  it('accepts the declared width', () => {
    expect(checkDim(info, 256)).toBeUndefined()
  })

  it('refuses another width, naming both and the line to write', () => {
    let error: unknown
    try {
      checkDim(info, 384)
    } catch (reason) {
      error = reason
    }
    expect(error).toBeInstanceOf(EmbedError)
    expect(error).toMatchObject({
      code: 'EMBED_DIMENSION_MISMATCH',
      details: { expected: 384, found: 256, model: 'pinakes/static-en' },
    })
    expect((error as EmbedError).remedy).toContain('dim = 256')
  })
})
