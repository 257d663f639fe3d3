import type { IndexReader } from '@pinakes/index'
import { allowedDocuments } from '../allowed-documents.js'
import { EDGE_KINDS } from '../edge-kinds.js'
import { GraphError } from '../errors.js'
import type { ExpandChannel, ExpandHit, ExpandOptions, ExpandRequest } from './contracts.js'
import { expand } from './expansion.js'
import { QueryCosines } from './query-cosines.js'
import { rankReached } from './rank-reached.js'
import { StoredGraph } from './stored-graph.js'

/**
 * The graph channel that looks around what a search has found: at what precedes and follows it, at its section, at
 * documents that are linked with its own, lie beside it or share a tag, two hops far (docs/graph.md). What it reads is
 * kept as long as the index stays as it is. An index without edges gives nothing.
 * @throws GraphError `GRAPH_KB_ID_MISSING`
 */
export function createExpandChannel(options: ExpandOptions): ExpandChannel {
  const { kbId, kinds = EDGE_KINDS, linkDistance = true, inDegreeSalience = false } = options
  if (typeof kbId !== 'string' || kbId === '') throw kbIdMissing()
  const cache = new WeakMap<object, StoredGraph>()
  const graphOf = (reader: IndexReader) => {
    const key = reader.stateKey()
    const graph = cache.get(key) ?? new StoredGraph(reader, { kbId, kinds: new Set(kinds) })
    cache.set(key, graph)
    return graph
  }
  return {
    name: 'expansion over links and structure',
    expand: (request) => hits(graphOf(request.reader), request, { linkDistance, inDegreeSalience }),
  }
}

type Ranking = Required<Pick<ExpandOptions, 'linkDistance' | 'inDegreeSalience'>>

function hits(graph: StoredGraph, request: ExpandRequest, ranking: Ranking): ExpandHit[] {
  const { reader, roots, queryVector, filter, limit, adjacentK } = request
  if (graph.isEmpty || roots.length === 0) return []
  const cosines = new QueryCosines(reader.cosineBounds(queryVector))
  const allowed = allowedDocuments(reader, filter)
  const reached = expand({
    graph,
    cosines,
    roots: roots.flatMap((id) => graph.rowOf(id) ?? []),
    adjacentK,
    isAllowed: (document) => allowed === null || allowed.has(graph.idOf(document)),
  })
  const ranked = rankReached(reached, {
    cosines,
    limit,
    linkDistance: ranking.linkDistance,
    salience: (row) => (ranking.inDegreeSalience ? graph.salience(graph.documentOf(row)) : 1),
  })
  return ranked.map(({ row, distance }, i) => ({ chunkId: graph.chunkId(row), rank: i + 1, distance }))
}

function kbIdMissing(): GraphError {
  return new GraphError({
    code: 'GRAPH_KB_ID_MISSING',
    message: 'Authored links cannot be read without the id of the knowledge base they belong to',
    remedy: 'Pass the id of [kb] in pinakes.toml as kbId.',
  })
}
