import { describe, expect, it } from 'vitest'
import { TOKEN_STATES } from '../../src/encode/model-runtime.js'
import type { OpenRuntime } from '../../src/encode/open-model.js'
import { openIn } from '../../src/transformers/installed-runtime.js'
import { installedTransformers } from '../../src/transformers/transformers-module.js'

const kind = { loader: 'AutoModel', output: TOKEN_STATES } as const
const fallback: OpenRuntime = async () => {
  throw new Error('not opened here')
}

describe('what opens a graph for the provider transformers', () => {
  it('is the maintained package when both are installed', () => {
    expect(installedTransformers()).toBe('@huggingface/transformers')
    expect(openIn('@huggingface/transformers', kind, fallback)).not.toBe(fallback)
  })

  it('is ONNX Runtime when neither is', () => {
    expect(openIn(null, kind, fallback)).toBe(fallback)
  })
})
