import { describe, expect, it } from 'vitest'
import { parseModelName } from '../../src/profile/model-name.js'

describe('parseModelName', () => {
  it.each([
    ['BAAI/bge-small-en-v1.5', 'BAAI/bge-small-en-v1.5', 'float32'],
    ['BAAI/bge-small-en-v1.5:int8', 'Xenova/bge-small-en-v1.5', 'int8'],
    ['BAAI/bge-reranker-base:int8', 'Xenova/bge-reranker-base', 'int8'],
    ['Xenova/ms-marco-MiniLM-L-6-v2:int8', 'Xenova/ms-marco-MiniLM-L-6-v2', 'int8'],
  ])('%s is the file of %s with weights in %s', (model, repo, precision) => {
    expect(parseModelName(model)).toEqual({ model, repo, precision })
  })

  it.each(['a/b:', 'a/b:int4', 'a/b:int8:x'])('%s is refused with what to write', (model) => {
    expect(() => parseModelName(model)).toThrow(
      expect.objectContaining({ code: 'EMBED_MODEL_UNKNOWN', remedy: expect.stringContaining('"a/b:int8"') }),
    )
  })
})
