import { describe, expect, it } from 'vitest'
import { repositoryOf } from '../../src/hub/index.js'

describe('repositoryOf', () => {
  it('is the repository that holds the weights', () => {
    expect(repositoryOf('BAAI/bge-small-en-v1.5')).toBe('BAAI/bge-small-en-v1.5')
    expect(repositoryOf('BAAI/bge-small-en-v1.5:int8')).toBe('Xenova/bge-small-en-v1.5')
  })

  it.each(['../../etc', 'a/b/c', '', 'a b', `a/${'x'.repeat(200)}`])('%j is no name of a model', (model) => {
    expect(() => repositoryOf(model)).toThrow(expect.objectContaining({ code: 'EMBED_MODEL_UNKNOWN' }))
  })
})
