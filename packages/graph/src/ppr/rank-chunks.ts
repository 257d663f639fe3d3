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
  const found: { readonly row: number; readonly score: number }[] = []
  for (const [row, node] of chunks.nodes.entries()) {
    const score = node < 0 ? 0 : (scores[node] as number)
    if (score > 0) found.push({ row, score })
  }
  // Rows are in the order of ties, and sorting is stable.
  found.sort((a, b) => b.score - a.score)
  const ranked: number[] = []
  for (const { row } of found) {
    if (ranked.length === limit) break
    const node = chunks.nodes[row] as number
    const document = documentOf(graph, node)
    if (skipped.has(node) || (documents.has(document) && !joined.has(node))) continue
    if (allowed === null || allowed.has(document)) ranked.push(row)
  }
  return ranked
}
