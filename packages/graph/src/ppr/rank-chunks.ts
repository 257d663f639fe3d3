import type { ChunkNodes } from './chunk-nodes.js'
import { documentOf, joinedChunks } from './neighbours.js'
import type { WalkGraph } from './walk-graph.js'

export interface RankInput {
  readonly graph: WalkGraph
  readonly chunks: ChunkNodes
  /** By node. */
  readonly scores: Float64Array
  /** Ids of chunks. */
  readonly roots: readonly number[]
  /** Documents whose chunks may be returned; null: all. */
  readonly allowed: ReadonlySet<string> | null
  readonly limit: number
}

/**
 * Rows of the chunks that a walk spends most time at, best first, ties by path, then ordinal; no roots. Another chunk of
 * a root's document is among them only if it follows a root, stands above or below it, or under the same heading: being
 * of the same document says nothing that the search did not know.
 */
export function rankChunks({ graph, chunks, scores, roots, allowed, limit }: RankInput): number[] {
  const rootNodes = roots.flatMap((id) => chunks.byId.get(id) ?? [])
  const skipped = new Set(rootNodes)
  const joined = new Set(rootNodes.flatMap((root) => joinedChunks(graph, root)))
  const documents = new Set(rootNodes.map((root) => documentOf(graph, root)))
  const mayReturn = (row: number) => {
    const node = chunks.nodes[row] as number
    const document = documentOf(graph, node)
    if (skipped.has(node) || (documents.has(document) && !joined.has(node))) return false
    return allowed === null || allowed.has(document)
  }
  return bestRows({ nodes: chunks.nodes, scores, limit, mayReturn })
}

interface BestInput extends Pick<RankInput, 'scores' | 'limit'> {
  readonly nodes: Int32Array
  mayReturn(row: number): boolean
}

/** The `limit` best rows that score above 0; only rows that would be among them are asked about. */
function bestRows({ nodes, scores, limit, mayReturn }: BestInput): number[] {
  const best: number[] = []
  const scoreOf = (row: number) => scores[nodes[row] as number] as number
  for (let row = 0; row < nodes.length; row++) {
    if ((nodes[row] as number) < 0) continue
    const score = scoreOf(row)
    const isFull = best.length === limit
    if (!(score > (isFull ? scoreOf(best[limit - 1] as number) : 0)) || !mayReturn(row)) continue
    if (isFull) best.pop()
    // Rows come in the order of ties, so an equal score goes behind.
    let at = best.length
    while (at > 0 && scoreOf(best[at - 1] as number) < score) at--
    best.splice(at, 0, row)
  }
  return best
}
