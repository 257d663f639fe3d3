import type { IndexReader, LexicalHit, VectorHit } from '@pinakes/index'
import type { ExpansionChannel, ExpansionHit } from './contracts.js'
import { fuse, RRF_K } from './fusion.js'
import type { QueryVectors } from './query-vectors.js'
import type { ScoredList } from './relevance.js'
import type { CheckedSearch } from './search-options.js'

/** The ranked lists of one search. A channel that did not run has an empty list. */
export interface ChannelHits {
  readonly lexical: readonly LexicalHit[]
  readonly vector: readonly VectorHit[]
  readonly graph: readonly ExpansionHit[]
  readonly entities: readonly LexicalHit[]
  readonly concepts: readonly VectorHit[]
}

export interface ChannelInput {
  readonly reader: IndexReader
  readonly request: CheckedSearch
  readonly vectors: QueryVectors | null
  /** `candidates_per_source` of the manifest. */
  readonly limit: number
}

/** The lists that do not build on others; the filters hold inside each of them. */
export function gatherHits({ reader, request, vectors, limit }: ChannelInput): ChannelHits {
  const { query, filter, entities } = request
  return {
    lexical: reader.lexicalSearch(query, filter, limit),
    vector: vectors === null ? [] : reader.vectorSearch(vectors.query, filter, limit),
    graph: [],
    entities: entities.length === 0 ? [] : reader.phraseSearch(entities, filter, limit),
    concepts: vectors?.concepts == null ? [] : reader.vectorSearch(vectors.concepts, filter, limit),
  }
}

export interface ExpansionInput extends ChannelInput {
  readonly expansion: ExpansionChannel
  readonly fusionTopK: number
  readonly adjacentK: number
}

/** `hits` with the graph's list, which starts from the best of their fusion without it. */
export function expandHits(hits: ChannelHits, input: ExpansionInput): ChannelHits {
  const { reader, request, vectors, limit, expansion, fusionTopK, adjacentK } = input
  const roots = fuseHits(hits).slice(0, fusionTopK)
  const graph = expansion.expand({
    reader,
    roots: roots.map(({ id }) => id),
    query: request.query,
    queryVector: vectors?.query ?? null,
    filter: request.filter,
    entities: request.entities,
    limit,
    adjacentK,
  })
  return { ...hits, graph: graph.slice(0, limit) }
}

/** The fusion of every list; ties keep the order lexical, vector, graph, entities, concepts. */
export function fuseHits(hits: ChannelHits) {
  const { lexical, vector, graph, entities, concepts } = hits
  return fuse([lexical, vector, graph, entities, concepts].map((list) => list.map(({ chunkId }) => chunkId)))
}

/**
 * A graph knows places, not strengths. Half weight puts what it alone found below the best of the other lists and above
 * their middle, which is where fusion puts it.
 */
const GRAPH_WEIGHT = 0.5

/** The same lists with the scores behind their ranks; `limit` is the length at which they were cut. */
export function scoredLists(hits: ChannelHits, limit: number): ScoredList<number>[] {
  const list = <Hit extends { readonly chunkId: number }>(
    from: readonly Hit[],
    score: (hit: Hit) => number,
  ): ScoredList<number> => ({
    hits: from.map((hit) => ({ id: hit.chunkId, score: score(hit) })),
    cut: from.length >= limit,
  })
  return [
    { ...list(hits.lexical, (hit) => hit.score), zero: 0 },
    list(hits.vector, (hit) => hit.cosine),
    { ...list(hits.graph, (hit) => 1 / (RRF_K + hit.rank)), weight: GRAPH_WEIGHT },
    { ...list(hits.entities, (hit) => hit.score), zero: 0 },
    list(hits.concepts, (hit) => hit.cosine),
  ]
}
