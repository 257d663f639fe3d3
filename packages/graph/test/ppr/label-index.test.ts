import { describe, expect, it } from 'vitest'
import { LabelIndex } from '../../src/ppr/label-index.js'

const NO_VECTORS = { labels: [], dim: 3, vectors: new Float32Array(0) }

function indexOf(labels: readonly string[]) {
  const index = new LabelIndex(
    labels.map((label, node) => ({ node, label })),
    NO_VECTORS,
  )
  return (query: string) => [...index.match({ query, queryVector: null, entities: [] }).keys()]
}

describe('labels in a question', () => {
  it('are met by all their words, one after the other, wherever they stand', () => {
    const match = indexOf(['Salt Harbour', 'salt', 'harbour wall', 'salt harbour wall'])
    expect(match('the SALT-harbour').sort()).toEqual([0, 1])
    expect(match('salt in the harbour')).toEqual([1])
    expect(match('salt harbour wall').sort()).toEqual([0, 1, 2, 3])
    expect(match('')).toEqual([])
  })

  it('may be as many as a large index has', () => {
    const match = indexOf(Array.from({ length: 200_000 }, (_, i) => `label ${i}`))
    expect(match('where is label 199999?')).toEqual([199_999])
  })

  it('may be as long as a question: runs of other lengths are not made', () => {
    const words = 'w '.repeat(4000)
    expect(indexOf([words, 'w'])(words).sort()).toEqual([0, 1])
  })
})
