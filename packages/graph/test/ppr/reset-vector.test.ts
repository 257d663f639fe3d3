import { describe, expect, it } from 'vitest'
import { EDGE_KINDS } from '../../src/index.js'
import { toChunkNodes } from '../../src/ppr/chunk-nodes.js'
import { MAX_LABEL_SEEDS, resetVector } from '../../src/ppr/reset-vector.js'
import { nodesByKey, toWalkGraph } from '../../src/ppr/walk-graph.js'
import { type DocumentSpec, docId, indexedKb, KB } from '../support/indexed-kb.js'

const NEAR = [1, 0, 0] as const
const HALF = [1, Math.sqrt(3), 0] as const
const AGAINST = [-1, 0, 0] as const

function prepared(documents: readonly DocumentSpec[]) {
  const { reader } = indexedKb(documents)
  const stored = reader.graph()
  const graph = toWalkGraph({
    arrays: stored.arrays(),
    authored: stored.authored(KB),
    kinds: new Set(EDGE_KINDS),
  })
  const { chunkIds, cosines } = reader.chunkCosines(Float32Array.from(NEAR))
  const chunks = toChunkNodes(graph.arrays, chunkIds)
  const reset = (matches: ReadonlyMap<number, number>) => resetVector({ graph, chunks, cosines, matches })
  return {
    graph,
    reset,
    node: (kind: 'tag' | 'chunk', key: string) => nodesByKey(graph.arrays, kind).get(key) ?? -1,
  }
}

describe('where walks begin', () => {
  it('chunks count 0.05 of their cosine, names their score over the chunks they lead to; all sum to 1', () => {
    const { graph, reset, node } = prepared([
      { path: 'a.md', tags: ['x'], chunks: [{ vector: NEAR }, { vector: HALF }, { vector: AGAINST }] },
      { path: 'b.md', tags: ['x'], chunks: [{ vector: AGAINST }] },
    ])
    const tag = node('tag', 'x')
    const shares = reset(new Map([[tag, 0.8]]))
    const sum = 0.05 + 0.025 + 0.8 / 4
    expect(shares?.[node('chunk', `${docId(1)}:0`)]).toBeCloseTo(0.05 / sum, 6)
    expect(shares?.[node('chunk', `${docId(1)}:1`)]).toBeCloseTo(0.025 / sum, 6)
    expect(shares?.[node('chunk', `${docId(1)}:2`)]).toBe(0)
    expect(shares?.[tag]).toBeCloseTo(0.2 / sum, 6)
    expect(shares?.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 12)
    expect(shares).toHaveLength(graph.adjacency.nodes)
  })

  it('no more than five names: the best, and of equals those whose chunks come nearest', () => {
    const { reset, node } = prepared([
      { path: 'a.md', tags: ['a', 'b', 'c', 'd', 'e'], chunks: [{ vector: AGAINST }] },
      { path: 'b.md', tags: ['a', 'b', 'c', 'd', 'e', 'near'], chunks: [{ vector: AGAINST }] },
      { path: 'c.md', tags: ['near'], chunks: [{ vector: NEAR }] },
    ])
    const matches = new Map(['a', 'b', 'c', 'd', 'e', 'near'].map((tag) => [node('tag', tag), 1]))
    matches.set(node('tag', 'a'), 0.6)
    const shares = reset(matches)
    const seeded = ['a', 'b', 'c', 'd', 'e', 'near'].filter((tag) => (shares?.[node('tag', tag)] ?? 0) > 0)
    expect(seeded).toEqual(['b', 'c', 'd', 'e', 'near'])
    expect(seeded).toHaveLength(MAX_LABEL_SEEDS)
    const tied = reset(new Map(['a', 'b', 'c', 'd', 'e', 'near'].map((tag) => [node('tag', tag), 1])))
    expect(tied?.[node('tag', 'near')]).toBeGreaterThan(0)
    expect(tied?.[node('tag', 'e')]).toBe(0)
  })

  it('is nowhere when nothing is near and nothing named', () => {
    const { reset } = prepared([{ path: 'a.md', chunks: [{ vector: AGAINST }] }])
    expect(reset(new Map())).toBeNull()
  })
})
