import type { ModelInfo, Reranker } from '@pinakes/embed'
import { type Candidate, orderByRerank } from './candidates.js'
import { inWords, type LazyModel } from './lazy-model.js'

export interface Reranked {
  readonly candidates: readonly Candidate[]
  /** Null when no reranker scored. */
  readonly info: ModelInfo | null
  /** Why none did. */
  readonly skipped: string | null
  /** Whether one should have scored and could not. */
  readonly failed: boolean
}

/**
 * The candidates in the order of the reranker, or as they were with the reason why it did not run. `reranker` is null
 * when the manifest asks for none.
 */
export async function rerank(
  reranker: LazyModel<Reranker> | null,
  query: string,
  candidates: readonly Candidate[],
): Promise<Reranked> {
  if (reranker === null) return skip(candidates, 'rerank = "none" in the manifest')
  if (candidates.length === 0) return skip(candidates, 'nothing to rerank')
  const { model, missing } = await reranker.get()
  if (model === null) return fail(candidates, missing)
  try {
    const scores = await model.score(
      query,
      candidates.map(({ row }) => row.text),
      candidates.map(({ scores: { relevance } }) => relevance),
    )
    const fault = faultOf(scores, candidates.length)
    if (fault !== null) return fail(candidates, fault)
    return { candidates: orderByRerank(candidates, scores), info: model.info(), skipped: null, failed: false }
  } catch (error) {
    return fail(candidates, inWords(error))
  }
}

/** Why these scores order nothing; null if they do. A reranker may be the caller's own. */
function faultOf(scores: readonly number[], wanted: number): string | null {
  if (scores.length !== wanted) return `the reranker gave ${scores.length} scores for ${wanted} passages`
  const odd = scores.find((score) => !Number.isFinite(score))
  return odd === undefined ? null : `the reranker gave a score that is no number: ${odd}`
}

function skip(candidates: readonly Candidate[], skipped: string): Reranked {
  return { candidates, info: null, skipped, failed: false }
}

function fail(candidates: readonly Candidate[], reason: string): Reranked {
  return { ...skip(candidates, reason), failed: true }
}
