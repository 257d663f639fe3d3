import type { ChunkNodes } from './chunk-nodes.js'
import { isKind, neighboursOf } from './neighbours.js'
import type { WalkGraph } from './walk-graph.js'

/** What the likeness of a chunk to the query weighs beside a name that the query calls. */
export const CHUNK_SEED_WEIGHT = 0.05
/** Nodes that a walk begins at because of their names, at most. */
export const MAX_LABEL_SEEDS = 5

export interface ResetInput {
  readonly graph: WalkGraph
  readonly chunks: ChunkNodes
  /** Of every active chunk, by its row in `chunks`. */
  readonly cosines: Float32Array
  /** Score of each node that the query calls by name. */
  readonly matches: ReadonlyMap<number, number>
}

/**
 * Where walks begin, as shares that sum to 1: at every active chunk by `0.05 * max(0, cosine)`, and at no more than five
 * nodes that the query calls by name, by their score over the number of chunks they lead to. Of equally good names those
 * count whose chunks come nearest to the query. Null where there is nowhere to begin.
 */
export function resetVector(input: ResetInput): Float64Array | null {
  const { graph, chunks, cosines } = input
  const reset = new Float64Array(graph.adjacency.nodes)
  // Plain loops: an iterator over every chunk of a large index takes as long as the walk.
  for (let row = 0; row < chunks.nodes.length; row++) {
    const node = chunks.nodes[row] as number
    if (node >= 0) reset[node] = CHUNK_SEED_WEIGHT * Math.max(0, cosines[row] as number)
  }
  for (const { node, weight } of labelSeeds(input)) reset[node] = weight
  let sum = 0
  for (let i = 0; i < reset.length; i++) sum += reset[i] as number
  if (!(sum > 0)) return null
  for (let i = 0; i < reset.length; i++) reset[i] = (reset[i] as number) / sum
  return reset
}

interface LabelSeed {
  readonly node: number
  readonly weight: number
}

function labelSeeds({ graph, chunks, cosines, matches }: ResetInput): LabelSeed[] {
  const named = [...matches].map(([node, score]) => {
    const led = chunksOf(graph, node)
    const nearest = led.reduce((best, chunk) => {
      const row = chunks.rows.get(chunk)
      return row === undefined ? best : Math.max(best, cosines[row] as number)
    }, 0)
    return { node, score, nearest, chunks: led.length }
  })
  return named
    .filter((seed) => seed.chunks > 0)
    .sort((a, b) => b.score - a.score || b.nearest - a.nearest || a.node - b.node)
    .slice(0, MAX_LABEL_SEEDS)
    .map(({ node, score, chunks: count }) => ({ node, weight: score / count }))
}

/** The chunks that a node leads to: those on it, and those of the documents on it. */
function chunksOf(graph: WalkGraph, node: number): number[] {
  return neighboursOf(graph, node).flatMap((next) => {
    if (isKind(graph, next, 'chunk')) return [next]
    if (!isKind(graph, next, 'doc')) return []
    return neighboursOf(graph, next).filter((member) => isKind(graph, member, 'chunk'))
  })
}
