import { describe, expect, it } from 'vitest'
import type { Embedder, LoadRequest, ModelInfo, Provider, Reranker } from '../src/contracts.js'
import { EmbedError } from '../src/errors.js'
import { ProviderRegistry } from '../src/registry.js'

const request: LoadRequest = { model: 'fixed', revision: null, dim: 3, offline: true }

/** An embedder of fixed vectors that records whether it was closed. */
class FixedEmbedder implements Embedder {
  closed = false
  constructor(readonly dim: number) {}
  info(): ModelInfo {
    const { dim } = this
    return { provider: 'fixed', model: 'fixed', revision: null, dim, maxSequenceLength: 8, fingerprint: null }
  }
  async embed(texts: readonly string[]): Promise<Float32Array> {
    return new Float32Array(texts.length * this.dim)
  }
  countTokens(text: string): number {
    return text.length
  }
  async close(): Promise<void> {
    this.closed = true
  }
}

function provider(name: string, more: Partial<Provider> = {}): Provider {
  return { name, aliases: [], loadEmbedder: async () => new FixedEmbedder(3), ...more }
}

async function codeOf(promise: Promise<unknown>): Promise<EmbedError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(EmbedError)
  return error as EmbedError
}

describe('ProviderRegistry', () => {
  it('finds a provider by its name and by each alias', () => {
    const one = provider('fastembed', { aliases: ['onnx'] })
    const registry = new ProviderRegistry([one, provider('static')])
    expect(registry.find('fastembed')).toBe(one)
    expect(registry.find('onnx')).toBe(one)
    expect(registry.names()).toEqual(['fastembed', 'onnx', 'static'])
    expect(registry.has('onnx')).toBe(true)
    expect(registry.has('Onnx')).toBe(false)
  })

  it('tells the own name of a provider, and leaves a name alone that it does not know', () => {
    const registry = new ProviderRegistry([provider('fastembed', { aliases: ['onnx'] })])
    expect(registry.ownName('onnx')).toBe('fastembed')
    expect(registry.ownName('fastembed')).toBe('fastembed')
    expect(registry.ownName('elsewhere')).toBe('elsewhere')
  })

  it('refuses an unknown name and lists the known ones', async () => {
    const registry = new ProviderRegistry([provider('static')])
    const error = await codeOf(registry.loadEmbedder('statik', request))
    expect(error.code).toBe('EMBED_BACKEND_UNKNOWN')
    expect(error.message).toContain('"statik"')
    expect(error.message).toContain('known are static')
    expect(error.details).toEqual({ name: 'statik', known: ['static'] })
  })

  it('says so when nothing is registered', () => {
    expect(() => new ProviderRegistry().find('static')).toThrow(/known are none/)
  })

  it('is not fooled by names of Object.prototype', () => {
    expect(() => new ProviderRegistry([provider('static')]).find('constructor')).toThrow(EmbedError)
  })

  it('accepts further providers, such as a test’s own', async () => {
    const registry = new ProviderRegistry([provider('static')])
    registry.register(provider('fake'))
    const embedder = await registry.loadEmbedder('fake', request)
    expect(embedder.info().dim).toBe(3)
  })

  it.each([
    ['the same name', provider('static')],
    ['an alias that is a name', provider('other', { aliases: ['static'] })],
    ['an alias twice', provider('other', { aliases: ['a', 'a'] })],
  ])('refuses %s and registers nothing of it', (_, second) => {
    const registry = new ProviderRegistry([provider('static')])
    expect(() => registry.register(second)).toThrow(/answer to/)
    expect(registry.names()).toEqual(['static'])
  })

  it('refuses a provider whose runtime is absent with the exact install line, without calling its loader', async () => {
    let called = false
    const absent = provider('onnx', {
      requires: { module: 'no-such-runtime-at-all', install: 'npm install no-such-runtime-at-all' },
      loadEmbedder: async () => {
        called = true
        return new FixedEmbedder(3)
      },
    })
    const registry = new ProviderRegistry([absent])
    expect(registry.isInstalled('onnx')).toBe(false)
    const error = await codeOf(registry.loadEmbedder('onnx', request))
    expect(error.code).toBe('EMBED_BACKEND_MISSING')
    expect(error.remedy).toBe('Install it: npm install no-such-runtime-at-all')
    expect(called).toBe(false)
  })

  it('names an installed sibling of a provider whose runtime is absent', async () => {
    const requires = { module: 'no-such-runtime-at-all', install: 'npm install no-such-runtime-at-all' }
    const registry = new ProviderRegistry([
      provider('static'),
      provider('onnx', { requires }),
      provider('transformers', { requires: { module: 'node:fs', install: 'npm install it' } }),
    ])
    const error = await codeOf(registry.loadEmbedder('onnx', request))
    expect(error.remedy).toContain('provider = "transformers"')
    expect(error.details.sibling).toBe('transformers')
  })

  it('does not name a sibling that cannot do the same', async () => {
    const requires = { module: 'no-such-runtime-at-all', install: 'npm install it' }
    const reranks: Provider = {
      name: 'ranks',
      aliases: [],
      requires: { module: 'node:fs', install: '' },
      loadReranker: async () => fixedReranker,
    }
    const error = await codeOf(
      new ProviderRegistry([provider('onnx', { requires }), reranks]).loadEmbedder('onnx', request),
    )
    expect(error.remedy).toBe('Install it: npm install it')
  })

  it('checks the width of what was loaded, and closes what it refuses', async () => {
    const wrong = new FixedEmbedder(4)
    const registry = new ProviderRegistry([provider('static', { loadEmbedder: async () => wrong })])
    const error = await codeOf(registry.loadEmbedder('static', request))
    expect(error.code).toBe('EMBED_DIMENSION_MISMATCH')
    expect(wrong.closed).toBe(true)
  })

  it('refuses to load a reranker from a provider of embedders, and the other way round', async () => {
    const reranks: Provider = { name: 'ranks', aliases: [], loadReranker: async () => fixedReranker }
    const registry = new ProviderRegistry([provider('static'), reranks])
    expect((await codeOf(registry.loadReranker('static', request))).code).toBe('EMBED_KIND_UNSUPPORTED')
    expect((await codeOf(registry.loadEmbedder('ranks', request))).code).toBe('EMBED_KIND_UNSUPPORTED')
    expect(await registry.loadReranker('ranks', request)).toBe(fixedReranker)
  })
})

const fixedReranker: Reranker = {
  info: () => ({
    provider: 'ranks',
    model: 'r',
    revision: null,
    dim: 0,
    maxSequenceLength: 8,
    fingerprint: null,
  }),
  score: async (_query, passages) => passages.map(() => 0),
  close: async () => undefined,
}
