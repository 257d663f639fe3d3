import type { ChunkRow } from '@pinakes/index'
import { compareCodePoints } from '@pinakes/manifest'
import type { PassageScores } from './contracts.js'

/** A chunk on its way to becoming a passage. */
export interface Candidate {
  readonly row: ChunkRow
  readonly scores: PassageScores
}

/**
 * The candidates by (fused score desc, coverage desc, path); stable, so chunks of one document keep the order given.
 * Returns a new array.
 */
export function orderByFusion(candidates: readonly Candidate[]): Candidate[] {
  return order(candidates, ({ scores }) => scores.rrf)
}

/** The candidates with their rerank scores (one a candidate, same order), by (score desc, coverage desc, path). */
export function orderByRerank(candidates: readonly Candidate[], scores: readonly number[]): Candidate[] {
  const scored = candidates.map((candidate, i) => ({
    ...candidate,
    scores: { ...candidate.scores, rerank: scores[i] ?? null },
  }))
  return order(scored, ({ scores: own }) => own.rerank ?? Number.NEGATIVE_INFINITY)
}

/** No tiebreak reads a row id: ids differ between an incremental sync and a rebuild. */
function order(candidates: readonly Candidate[], score: (candidate: Candidate) => number): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      score(b) - score(a) ||
      b.scores.coverage - a.scores.coverage ||
      compareCodePoints(a.row.document.path, b.row.document.path),
  )
}
