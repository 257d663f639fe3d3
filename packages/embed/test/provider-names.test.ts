import { describe, expect, it } from 'vitest'
import { defaultProviders } from '../src/load-embedder.js'
import { ProviderRegistry } from '../src/registry.js'

describe('the names of the model providers', () => {
  const providers = defaultProviders()

  it.each([
    ['fastembed', 'fastembed'],
    ['onnx', 'fastembed'],
    ['sentence-transformers', 'sentence-transformers'],
    ['transformers', 'sentence-transformers'],
    ['static', 'static'],
  ])('%s means %s, so that a manifest of either edition opens', (name, provider) => {
    expect(providers.find(name).name).toBe(provider)
    expect(providers.isInstalled(name)).toBe(true)
  })

  it('an unknown one is refused with all that are known', async () => {
    const request = { model: 'a/b', revision: null, dim: 1, offline: true }
    await expect(providers.loadEmbedder('openai', request)).rejects.toMatchObject({
      code: 'EMBED_BACKEND_UNKNOWN',
      details: { known: ['fastembed', 'onnx', 'sentence-transformers', 'static', 'transformers'] },
    })
  })
})

describe('a provider whose runtime is absent', () => {
  const request = { model: 'a/b', revision: null, dim: 1, offline: true }
  const provider = (alternatives: readonly string[]) => ({
    name: 'p',
    aliases: [],
    requires: { module: '@pinakes/not-there', alternatives, install: 'npm install @pinakes/not-there' },
    loadEmbedder: async () => {
      throw new Error('loaded')
    },
  })

  it('is refused with the command that installs it', async () => {
    const registry = new ProviderRegistry([provider(['@pinakes/nor-there'])])
    await expect(registry.loadEmbedder('p', request)).rejects.toMatchObject({
      code: 'EMBED_BACKEND_MISSING',
      remedy: 'Install it: npm install @pinakes/not-there',
    })
  })

  it('is ready when one of its alternatives is installed', async () => {
    const registry = new ProviderRegistry([provider(['@pinakes/nor-there', 'onnxruntime-node'])])
    expect(registry.isInstalled('p')).toBe(true)
    await expect(registry.loadEmbedder('p', request)).rejects.toThrow('loaded')
  })
})
