import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { DEFAULT_STATIC_MODEL, defaultProviders, loadEmbedder } from '../src/load-embedder.js'

const defaults = { ...DEFAULT_STATIC_MODEL, revision: null, offline: true }

describe('loadEmbedder', () => {
  it('loads the default model from its package, with the declared width', async () => {
    const embedder = await loadEmbedder(defaults)
    expect(embedder.info()).toMatchObject({
      provider: 'static',
      model: 'pinakes/static-en',
      dim: 256,
      revision: null,
    })
    await embedder.close()
  })

  it('needs no registration of the default provider', () => {
    expect(defaultProviders().names()).toContain('static')
    expect(defaultProviders().isInstalled('static')).toBe(true)
  })

  it.each([
    [{ dim: 384 }, 'EMBED_DIMENSION_MISMATCH'],
    [{ provider: 'nothing' }, 'EMBED_BACKEND_UNKNOWN'],
    [{ model: 'pinakes/static-xx' }, 'EMBED_MODEL_UNKNOWN'],
    [{ model: 'toString' }, 'EMBED_MODEL_UNKNOWN'],
    [{ revision: 'deadbeefdead' }, 'EMBED_REVISION_MISMATCH'],
  ])('refuses %o with %s', async (wrong, code) => {
    const error = await loadEmbedder({ ...defaults, ...wrong }).catch((reason: unknown) => reason)
    expect(isPinakesError(error, code)).toBe(true)
  })
})
