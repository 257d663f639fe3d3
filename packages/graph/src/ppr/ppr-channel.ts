import { type ChunkFilter, type IndexReader, NODE_KINDS } from '@pinakes/index'
import { allowedDocuments } from '../allowed-documents.js'
import { EDGE_KINDS, type EdgeKind } from '../edge-kinds.js'
import { type ChunkNodes, toChunkNodes } from './chunk-nodes.js'
import { LABELLED_KINDS, labelOf } from './label.js'
import { LabelIndex, type LabelledNode } from './label-index.js'
import { personalisedPageRank } from './page-rank.js'
import { rankChunks } from './rank-chunks.js'
import { resetVector } from './reset-vector.js'
import { toWalkGraph, type WalkGraph } from './walk-graph.js'

/** Over which graph the channel walks. */
export interface PprChannelOptions {
  /** The id of the index's own KB: links within it are edges. */
  readonly kbId: string
  /** Kinds of edges to walk over. Default: all. */
  readonly kinds?: readonly EdgeKind[]
}

/** What a walk starts from. */
export interface PprRequest {
  readonly reader: IndexReader
  /** Ids of the chunks that are found already; they are not returned. */
  readonly roots: readonly number[]
  readonly query: string
  /** L2-normalised; null: only names can be matched. */
  readonly queryVector: Float32Array | null
  readonly filter: ChunkFilter
  /** Names whose nodes are seeds. */
  readonly entities: readonly string[]
  readonly limit: number
}

/** `rank` is one-based. A walk has no one distance. */
export interface PprHit {
  readonly chunkId: number
  readonly rank: number
  readonly distance: null
}

/** A ranked list of chunks out of the graph. */
export interface PprChannel {
  readonly name: string
  /** To be called inside a snapshot of `request.reader`. Deterministic: the same index and query give the same list. */
  expand(request: PprRequest): readonly PprHit[]
}

/**
 * The graph channel that ranks chunks by personalised PageRank over the whole graph, from the chunks near the query and
 * the nodes that it calls by name (Gutiérrez et al., HippoRAG 2, ICML 2025, with a structural graph instead of one that a
 * model extracts). The graph is kept in memory as long as the index stays as it is. An index without edges gives nothing.
 */
export function createPprChannel({ kbId, kinds = EDGE_KINDS }: PprChannelOptions): PprChannel {
  const cache = new WeakMap<object, Prepared>()
  const prepared = (reader: IndexReader) => {
    const key = reader.stateKey()
    const known = cache.get(key) ?? prepare(reader, { kbId, kinds })
    cache.set(key, known)
    return known
  }
  return {
    name: 'personalised PageRank',
    expand: (request) => walk(prepared(request.reader), request),
  }
}

/** What is derived from one state of an index. */
interface Prepared {
  readonly graph: WalkGraph
  readonly labels: LabelIndex
  /** By the rows of the vectors. */
  chunks: ChunkNodes | null
}

function prepare(reader: IndexReader, { kbId, kinds }: Required<PprChannelOptions>): Prepared {
  const stored = reader.graph()
  const graph = toWalkGraph({
    arrays: stored.arrays(),
    authored: stored.authored(kbId),
    kinds: new Set(kinds),
  })
  return { graph, labels: new LabelIndex(labelledNodes(graph), reader.labels()), chunks: null }
}

function labelledNodes({ arrays }: WalkGraph): LabelledNode[] {
  const nodes: LabelledNode[] = []
  for (const [node, own] of arrays.kinds.entries()) {
    const kind = LABELLED_KINDS.find((labelled) => labelled === NODE_KINDS[own])
    if (kind !== undefined) nodes.push({ node, label: labelOf(kind, arrays.keys[node] as string) })
  }
  return nodes
}

function walk(prepared: Prepared, request: PprRequest): PprHit[] {
  const { graph, labels } = prepared
  const { reader, roots, queryVector, filter, limit } = request
  if (graph.isEmpty || limit < 1) return []
  const { chunkIds, cosines } = reader.chunkCosines(queryVector)
  prepared.chunks ??= toChunkNodes(graph.arrays, chunkIds)
  const { chunks } = prepared
  const reset = resetVector({ graph, chunks, cosines, matches: labels.match(request) })
  if (reset === null) return []
  const { scores } = personalisedPageRank(graph.adjacency, reset)
  const allowed = allowedDocuments(reader, filter)
  return rankChunks({ graph, chunks, scores, roots, allowed, limit }).map((row, i) => ({
    chunkId: chunkIds[row] as number,
    rank: i + 1,
    distance: null,
  }))
}
