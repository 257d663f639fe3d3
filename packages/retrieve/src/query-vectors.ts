import type { Embedder, ModelInfo } from '@pinakes/embed'
import { inWords, type Loading } from './lazy-model.js'
import type { CheckedSearch } from './search-options.js'

/** What the vector lists are searched with; L2-normalised, or all zero for text without a known token. */
export interface QueryVectors {
  readonly info: ModelInfo
  readonly query: Float32Array
  /** Null when no concepts were given. */
  readonly concepts: Float32Array | null
}

/** The vectors of a search; without an embedder, or when it fails, the words why there are none. */
export async function embedSearch(
  loading: Loading<Embedder>,
  request: Pick<CheckedSearch, 'query' | 'concepts'>,
): Promise<Loading<QueryVectors>> {
  if (loading.model === null) return loading
  try {
    return { model: await embed(loading.model, request), missing: null }
  } catch (error) {
    return { model: null, missing: inWords(error) }
  }
}

/** Concepts are one thought: joined, they make one vector. */
async function embed(
  embedder: Embedder,
  { query, concepts }: Pick<CheckedSearch, 'query' | 'concepts'>,
): Promise<QueryVectors> {
  const info = embedder.info()
  const texts = concepts.length === 0 ? [query] : [query, concepts.join('; ')]
  const vectors = await embedder.embed(texts, 'query')
  return {
    info,
    query: vectors.subarray(0, info.dim),
    concepts: concepts.length === 0 ? null : vectors.subarray(info.dim, 2 * info.dim),
  }
}
