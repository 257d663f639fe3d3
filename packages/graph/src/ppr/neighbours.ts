import { NODE_KINDS, type NodeKind } from '@pinakes/index'
import type { WalkGraph } from './walk-graph.js'

/** The nodes that are joined with `node`, ascending. */
export function neighboursOf({ adjacency }: WalkGraph, node: number): number[] {
  const { offsets, neighbours } = adjacency
  return [...neighbours.subarray(offsets[node], offsets[node + 1])]
}

/** Whether a node is of a kind. */
export function isKind({ arrays }: WalkGraph, node: number, kind: NodeKind): boolean {
  return NODE_KINDS[arrays.kinds[node] as number] === kind
}

/** Chunks of its document that are joined to a chunk by more than the document: next to it, above, below, beside. */
export function joinedChunks(graph: WalkGraph, chunk: number): number[] {
  return neighboursOf(graph, chunk).flatMap((next) => {
    if (isKind(graph, next, 'chunk')) return [next]
    return isKind(graph, next, 'heading') ? neighboursOf(graph, next) : []
  })
}

/** The id of the document that a chunk is of. */
export function documentOf({ arrays }: WalkGraph, chunk: number): string {
  const key = arrays.keys[chunk] as string
  return key.slice(0, key.indexOf(':'))
}
