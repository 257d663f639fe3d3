import type { Asked, ChunkRow, DocumentRow, IndexReader } from '@pinakes/index'
import { type Candidate, orderByRelevance } from './candidates.js'
import { type ChannelHits, fuseHits, scoredLists } from './channels.js'
import type { PassageScores } from './contracts.js'
import { relevance } from './relevance.js'
import { coverage, distinctWords } from './words.js'

export interface HydrateInput {
  readonly reader: IndexReader
  readonly hits: ChannelHits
  readonly query: string
  readonly asked: Asked
  /** `candidates_per_source`: the length at which each list was cut. */
  readonly limit: number
  readonly fusionTopK: number
}

/**
 * What it adds to a passage's relevance that its title, headings and path hold all that the query asks for: as much as
 * being the best of a list, because whoever types the name of a document wants it before those that mention it. Squared,
 * so that a few of many words say little. (Measured on the demo's golden questions.)
 */
const NAME_WEIGHT = 1

/**
 * What it adds that its text holds the names of the query whole. A list knows that too, but `C`, `src, a, b` may be as
 * good for it as `C++`, `src/a-b` where they stand in fewer words.
 */
const WHOLE_WEIGHT = 0.5

/** The best `fusionTopK` by fusion, with text and scores, in the order of their relevance. */
export function hydrate({ reader, hits, query, asked, limit, fusionTopK }: HydrateInput): Candidate[] {
  const fused = fuseHits(hits)
  // Those that fusion cuts off are read too: they say how much more their documents hold.
  const rows = reader.chunks(fused.map(({ id }) => id))
  const documents = new Map(rows.map(({ chunkId, document }) => [chunkId, document.id]))
  const rrf = new Map(fused.slice(0, fusionTopK).map(({ id, score }) => [id, score]))
  const score = scorer({
    hits,
    rrf,
    relevant: relevance(scoredLists(hits, limit), (id) => documents.get(id)),
    words: distinctWords(query),
    asked,
  })
  const survivors = rows.filter(({ chunkId }) => rrf.has(chunkId))
  return orderByRelevance(survivors.map((row) => ({ row, scores: score(row) })))
}

interface ScorerInput {
  readonly hits: ChannelHits
  readonly rrf: ReadonlyMap<number, number>
  readonly relevant: ReadonlyMap<number, number>
  readonly words: readonly string[]
  readonly asked: Asked
}

function scorer({ hits, rrf, relevant, words, asked }: ScorerInput): (row: ChunkRow) => PassageScores {
  const lexical = byChunk(hits.lexical)
  const vector = byChunk(hits.vector)
  const graph = byChunk(hits.graph)
  const entities = byChunk(hits.entities)
  const concepts = byChunk(hits.concepts)
  return ({ chunkId, text, headingPath, document }) => ({
    bm25Rank: lexical.get(chunkId)?.rank ?? null,
    bm25Score: lexical.get(chunkId)?.score ?? null,
    vectorRank: vector.get(chunkId)?.rank ?? null,
    cosine: vector.get(chunkId)?.cosine ?? null,
    graphRank: graph.get(chunkId)?.rank ?? null,
    graphDistance: graph.get(chunkId)?.distance ?? null,
    entitiesRank: entities.get(chunkId)?.rank ?? null,
    conceptsRank: concepts.get(chunkId)?.rank ?? null,
    rrf: rrf.get(chunkId) ?? 0,
    relevance: (relevant.get(chunkId) ?? 0) + named(asked, nameOf(document, headingPath), text),
    rerank: null,
    coverage: coverage(words, text),
  })
}

/** What the name of a passage's place, and the names in its text, add to its relevance. */
function named({ names, words, spelling }: Asked, name: string, text: string): number {
  const place = coverage([...names, ...words], spelling(name)) ** 2
  return NAME_WEIGHT * place + (names.length === 0 ? 0 : WHOLE_WEIGHT * coverage(names, spelling(text)))
}

function nameOf({ title, path }: DocumentRow, headingPath: string | null): string {
  return [title, headingPath, path].filter((part) => part !== null).join(' ')
}

function byChunk<Hit extends { readonly chunkId: number }>(hits: readonly Hit[]): ReadonlyMap<number, Hit> {
  return new Map(hits.map((hit) => [hit.chunkId, hit]))
}
