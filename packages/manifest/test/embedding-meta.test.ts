import { expect, test } from 'vitest'
import { compareCodePoints, embeddingMeta } from '../src/index.js'

const identity = { provider: 'static', model: 'pinakes/static-en', dim: 256, revision: null }

test('an embedder is recorded key by key, in order, with the empty string for what it has not', () => {
  const meta = embeddingMeta({ ...identity, fingerprint: null })
  expect(meta).toEqual({
    embedding_dim: '256',
    embedding_fingerprint: '',
    embedding_model: 'pinakes/static-en',
    embedding_provider: 'static',
    embedding_revision: '',
  })
  expect(Object.keys(meta)).toEqual(Object.keys(meta).sort(compareCodePoints))
  expect(embeddingMeta({ ...identity, revision: 'abc', fingerprint: 'sha256:1' })).toMatchObject({
    embedding_fingerprint: 'sha256:1',
    embedding_revision: 'abc',
  })
})

test('a fingerprint that nobody has asked for has no entry', () => {
  expect(embeddingMeta(identity)).not.toHaveProperty('embedding_fingerprint')
})
