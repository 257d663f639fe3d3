import type { Manifest } from '@pinakes/manifest'
import type { Confidence } from './contracts.js'

/** What the verdict rests on besides the passages. */
export interface ConfidenceContext {
  /** `[retrieval.confidence]`, or null when the KB is not calibrated. */
  readonly calibration: Manifest['retrieval']['confidence']
  /** Fingerprint (`model` or `model@revision`) of the reranker that scored the passages; null if none did. */
  readonly reranker: string | null
  /** The reason to give when there are no passages at all. */
  readonly emptyReason?: string
}

/** How sure an answer may be, and why in words. */
export interface ConfidenceVerdict {
  readonly confidence: Confidence
  readonly reason: string
}

/** The one part of a passage that the verdict reads. */
export interface RankedForConfidence {
  readonly scores: { readonly rerank: number | null }
}

/**
 * How far the best passage may be trusted. `passages` in rank order, before any cap or budget.
 * `unknown` unless a calibration fitted for exactly the reranker that ran exists; then, with s = the raw rerank score
 * of the first passage, `low` below `lowBelow`, `high` above `highAbove`, and `medium` between, bounds included.
 */
export function confidenceOf(
  passages: readonly RankedForConfidence[],
  context: ConfidenceContext,
): ConfidenceVerdict {
  const best = passages[0]
  if (best === undefined) return unknown(context.emptyReason ?? 'no passages')
  const { calibration, reranker } = context
  if (calibration === null) {
    return unknown('uncalibrated: the manifest has no [retrieval.confidence]')
  }
  const score = best.scores.rerank
  if (reranker === null || score === null) {
    return unknown(`no reranker ran, and the calibration was fitted for ${calibration.fittedFor}`)
  }
  if (calibration.fittedFor !== reranker) {
    return unknown(`the calibration was fitted for ${calibration.fittedFor}, but ${reranker} reranked`)
  }
  return judge(score, calibration)
}

function judge(
  score: number,
  { lowBelow, highAbove }: NonNullable<Manifest['retrieval']['confidence']>,
): ConfidenceVerdict {
  const s = `best rerank score ${score.toFixed(3)}`
  if (score < lowBelow) return { confidence: 'low', reason: `${s} is below low_below ${lowBelow}` }
  if (score > highAbove) return { confidence: 'high', reason: `${s} is above high_above ${highAbove}` }
  return { confidence: 'medium', reason: `${s} lies between ${lowBelow} and ${highAbove}` }
}

function unknown(reason: string): ConfidenceVerdict {
  return { confidence: 'unknown', reason }
}
