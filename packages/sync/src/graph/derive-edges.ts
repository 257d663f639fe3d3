import { deriveGraph, EDGE_KINDS, type EdgeKind } from '@pinakes/graph'
import type { IndexWriter } from '@pinakes/index'
import type { GraphReport } from '../contracts.js'

/**
 * Derives the edges anew from all active documents and stores them in place of those before; a census of them. `kbId` is
 * the KB's own id.
 */
export function deriveEdges(writer: IndexWriter, kbId: string): GraphReport {
  const started = performance.now()
  writer.replaceGraph(deriveGraph(writer.outlines()))
  const elapsedMs = performance.now() - started
  const graph = writer.graph()
  const { edges } = graph.census()
  const authored = graph.authored(kbId).length
  const kinds = Object.fromEntries(
    EDGE_KINDS.map((kind) => [kind, kind === 'authored' ? authored : edges[kind]]),
  ) as Record<EdgeKind, number>
  return { stored: Object.values(edges).reduce((sum, count) => sum + count, 0), kinds, elapsedMs }
}
