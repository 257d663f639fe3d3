import { type ChunkFilter, openIndexReader } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { type Kb, openKb, type SearchFilters } from '@pinakes/retrieve'
import { type Evaluation, evaluateKb } from '@pinakes/retrieve/eval'
import type { Grep } from './grep.js'
import { onePassageKb, type Rank, rankedKb } from './ranked-kb.js'

/** A way of searching and what it scored. */
export interface Measured {
  readonly system: string
  readonly evaluation: Evaluation
}

/** The system that the others are compared with. */
export const BM25 = 'BM25 alone'

/** Deep enough that five documents are among the chunks although one may have many. */
const CHUNK_DEPTH = 1000

/** Search as users get it over the KB at `root`, then with one passage a document. `model` names it. */
export async function measureSearch(root: string, model: string): Promise<Measured[]> {
  const kb = await openKb(root)
  try {
    const users = await evaluated(kb)
    const single = await evaluated(onePassageKb(kb))
    return [
      { system: `search, ${model}`, evaluation: users },
      { system: `search, ${model}, one passage a document`, evaluation: single },
    ]
  } finally {
    await kb.close()
  }
}

/** What needs no model: counting words, and BM25 alone. */
export async function measureBaselines(root: string, { rank }: Grep): Promise<Measured[]> {
  const kb = await openKb(root)
  const reader = openIndexReader(kbPaths(root).index)
  const bm25: Rank = (query, filters, limit) => {
    const hits = reader.lexicalSearch(query, chunkFilter(filters), CHUNK_DEPTH)
    const rows = reader.chunks(hits.map(({ chunkId }) => chunkId))
    const paths = new Map(rows.map(({ chunkId, document }) => [chunkId, document.path]))
    return [...new Set(hits.map(({ chunkId }) => paths.get(chunkId) ?? ''))].slice(0, limit)
  }
  try {
    return [
      { system: 'grep', evaluation: await evaluated(rankedKb(kb, 'grep', rank)) },
      { system: BM25, evaluation: await evaluated(rankedKb(kb, BM25, bm25)) },
    ]
  } finally {
    reader.close()
    await kb.close()
  }
}

/** Golden sets have no dates, so what is left has the same shape. */
function chunkFilter({ tags, pathPrefix, sourceType }: SearchFilters): ChunkFilter {
  return {
    ...(tags === undefined ? {} : { tags }),
    ...(pathPrefix === undefined ? {} : { pathPrefix }),
    ...(sourceType === undefined ? {} : { sourceType }),
  }
}

async function evaluated(kb: Kb): Promise<Evaluation> {
  const evaluation = await evaluateKb(kb)
  if (evaluation === null) throw new Error('the golden set is empty')
  const unknown = evaluation.notices[0]
  if (unknown !== undefined) throw new Error(`the golden set does not fit these documents: ${unknown}`)
  return evaluation
}
