import type { ChunkRow } from '@pinakes/index'
import { compareCodePoints } from '@pinakes/manifest'
import type { PassageScores } from './contracts.js'

/** A chunk on its way to becoming a passage. */
export interface Candidate {
  readonly row: ChunkRow
  readonly scores: PassageScores
}

/**
 * The candidates by (relevance desc, fused score desc, coverage desc, path); stable, so chunks of one document keep the
 * order given. Returns a new array.
 */
export function orderByRelevance(candidates: readonly Candidate[]): Candidate[] {
  return order(candidates, ({ scores }) => [scores.relevance, scores.rrf])
}

/** The candidates with their rerank scores (one a candidate, same order), by (score desc, coverage desc, path). */
export function orderByRerank(candidates: readonly Candidate[], scores: readonly number[]): Candidate[] {
  const scored = candidates.map((candidate, i) => ({
    ...candidate,
    scores: { ...candidate.scores, rerank: scores[i] ?? null },
  }))
  return order(scored, ({ scores: own }) => [own.rerank ?? Number.NEGATIVE_INFINITY])
}

/** No tiebreak reads a row id: ids differ between an incremental sync and a rebuild. */
function order(
  candidates: readonly Candidate[],
  keys: (candidate: Candidate) => readonly number[],
): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, keys: [...keys(candidate), candidate.scores.coverage] }))
    .sort((a, b) => compareDescending(a.keys, b.keys) || comparePaths(a.candidate, b.candidate))
    .map(({ candidate }) => candidate)
}

function compareDescending(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0)
}

function comparePaths(a: Candidate, b: Candidate): number {
  return compareCodePoints(a.row.document.path, b.row.document.path)
}
