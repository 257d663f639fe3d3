import type { ChunkRow, IndexReader } from '@pinakes/index'
import { type Candidate, orderByFusion } from './candidates.js'
import { type ChannelHits, fuseHits } from './channels.js'
import type { PassageScores } from './contracts.js'
import { coverage, distinctWords } from './words.js'

export interface HydrateInput {
  readonly reader: IndexReader
  readonly hits: ChannelHits
  readonly query: string
  readonly fusionTopK: number
}

/** The fused candidates with their text and scores, at most `fusionTopK`, in fusion order. */
export function hydrate({ reader, hits, query, fusionTopK }: HydrateInput): Candidate[] {
  const rrf = new Map(
    fuseHits(hits)
      .slice(0, fusionTopK)
      .map(({ id, score }) => [id, score]),
  )
  const score = scorer(hits, rrf, distinctWords(query))
  return orderByFusion(reader.chunks([...rrf.keys()]).map((row) => ({ row, scores: score(row) })))
}

function scorer(
  hits: ChannelHits,
  rrf: ReadonlyMap<number, number>,
  words: readonly string[],
): (row: ChunkRow) => PassageScores {
  const lexical = byChunk(hits.lexical)
  const vector = byChunk(hits.vector)
  const graph = byChunk(hits.graph)
  return ({ chunkId, text }) => ({
    bm25Rank: lexical.get(chunkId)?.rank ?? null,
    bm25Score: lexical.get(chunkId)?.score ?? null,
    vectorRank: vector.get(chunkId)?.rank ?? null,
    cosine: vector.get(chunkId)?.cosine ?? null,
    graphRank: graph.get(chunkId)?.rank ?? null,
    graphDistance: graph.get(chunkId)?.distance ?? null,
    rrf: rrf.get(chunkId) ?? 0,
    rerank: null,
    coverage: coverage(words, text),
  })
}

function byChunk<Hit extends { readonly chunkId: number }>(hits: readonly Hit[]): ReadonlyMap<number, Hit> {
  return new Map(hits.map((hit) => [hit.chunkId, hit]))
}
