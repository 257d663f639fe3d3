import type { GraphRows } from '@pinakes/index'
import { describe, expect, it } from 'vitest'
import { EDGE_KINDS, type EdgeKind, keptKinds } from '../../src/index.js'
import { toWalkGraph } from '../../src/ppr/walk-graph.js'
import { docId, indexedKb, KB } from '../support/indexed-kb.js'

const VECTOR = [1, 0, 0] as const

/** Shares of what each neighbour holds, by the ends' keys. */
function shares(
  rows: GraphRows | null,
  links: readonly (readonly [number, string])[],
  kinds: readonly EdgeKind[],
) {
  const kb = indexedKb([
    { path: 'd/a.md', tags: ['t'], links, chunks: [{ vector: VECTOR }, { vector: VECTOR }] },
    { path: 'e/b.md', tags: ['t'], links: [[1, 'back']], chunks: [{ vector: VECTOR }] },
  ])
  if (rows !== null) kb.writer.replaceGraph(rows)
  const stored = kb.reader.graph()
  const { adjacency, arrays } = toWalkGraph({
    arrays: stored.arrays(),
    authored: stored.authored(KB),
    kinds: new Set(kinds),
  })
  const found: Record<string, number> = {}
  for (let node = 0; node < adjacency.nodes; node++) {
    for (let at = adjacency.offsets[node] ?? 0; at < (adjacency.offsets[node + 1] ?? 0); at++)
      found[`${short(arrays.keys[adjacency.neighbours[at] ?? 0])} -> ${short(arrays.keys[node])}`] =
        adjacency.shares[at] ?? 0
  }
  return found
}

function short(key = ''): string {
  return key.replace(docId(1), 'a').replace(docId(2), 'b')
}

describe('weights of a walk', () => {
  it('a link counts 2 whatever its direction and however many, a spoke 1 / members, the rest 1', () => {
    const found = shares(
      null,
      [
        [2, 'cites'],
        [2, 'sees'],
      ],
      EDGE_KINDS,
    )
    // At document a: two memberships, one spoke of a half, one link.
    expect(found['a -> a:0']).toBeCloseTo(1 / 4.5, 12)
    expect(found['a -> t']).toBeCloseTo(0.5 / 4.5, 12)
    expect(found['a -> b']).toBeCloseTo(2 / 4.5, 12)
    expect(found['t -> b']).toBeCloseTo(1 / 2, 12)
    expect(found['a:0 -> a:1']).toBeCloseTo(1 / 2, 12)
  })

  it('kinds that are left out weigh nothing', () => {
    const found = shares(null, [], keptKinds(['authored', 'shared-tag', 'sibling']))
    expect(Object.keys(found).sort()).toEqual([
      'a -> a:0',
      'a -> a:1',
      'a:0 -> a',
      'a:1 -> a',
      'b -> b:0',
      'b:0 -> b',
    ])
  })

  it('a mention weighs its share in the mentions of its chunk, near-duplicates their cosine', () => {
    const rows: GraphRows = {
      nodes: { chunk: [`${docId(1)}:0`, `${docId(1)}:1`], entity: ['x', 'y'] },
      edges: { mentions: [0, 0, 1, 0, 0, 1, 1, 1] },
      mentionCounts: [3, 1, 1, 1],
      sameAs: [{ a: 0, b: 1, cosine: 0.8 }],
    }
    const found = shares(rows, [], EDGE_KINDS)
    // At entity x: 3/4 and 1/2 of mentions, 0.8 of its near-duplicate.
    expect(found['x -> a:0']).toBeCloseTo(0.75 / 2.05, 12)
    expect(found['x -> a:1']).toBeCloseTo(0.5 / 2.05, 12)
    expect(found['x -> y']).toBeCloseTo(0.8 / 2.05, 12)
    expect(found['a:0 -> x']).toBeCloseTo(0.75, 12)
    expect(shares(rows, [], keptKinds(['mentions']))).toEqual({})
  })
})
