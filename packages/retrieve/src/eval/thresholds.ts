import type { MeasuredQuestion } from './contracts.js'
import { isAnswerable } from './summary.js'

/** Where confidence ends to be low and begins to be high; scores are those of the reranker. */
export interface Thresholds {
  readonly lowBelow: number
  readonly highAbove: number
}

/**
 * How thresholds are fitted. `quantiles` is the rule of the format and looks at unanswerable
 * questions alone. `bounded` starts there and then holds both mistakes to a bound.
 */
export const CALIBRATION_RULES = ['bounded', 'quantiles'] as const
/** One of {@link CALIBRATION_RULES}. */
export type CalibrationRule = (typeof CALIBRATION_RULES)[number]

/** A question with the score of its first passage. */
export interface ScoredQuestion {
  readonly id: string
  readonly answerable: boolean
  readonly hit: boolean
  readonly score: number
}

/** The questions that found a passage and were reranked. */
export function scoredQuestions(questions: readonly MeasuredQuestion[]): ScoredQuestion[] {
  return questions.flatMap(({ id, kind, hit, score }) =>
    score === null ? [] : [{ id, answerable: isAnswerable({ kind }), hit, score }],
  )
}

/** What `bounded` holds the share of right answers called low, and of unanswerable questions called high, to. */
export const FALSE_ABSTAIN_BOUND = 0.02
/** The greatest share of unanswerable questions that the rule `bounded` lets pass as `high`. */
export const FALSE_CONFIDENCE_BOUND = 0.1

/**
 * The thresholds of `questions`, or null without both an answerable and an unanswerable one.
 *
 * `quantiles`: `lowBelow` is the median of the unanswerable scores; `highAbove` the one at index
 * `round(0.9 * (n - 1))`, halves to even; swapped if reversed.
 *
 * `bounded`: with n answerable questions `lowBelow` is at most the k-th smallest score of an answerable question with a
 * hit, k = floor(0.02 * n), and with m unanswerable ones `highAbove` at least the k-th largest of theirs,
 * k = floor(0.10 * m); k is at least 1. A question that is left out of the fit is then judged wrongly by at most k of
 * its kind: the order statistics of split conformal prediction (Vovk et al. 2005, §4.1).
 */
export function fitThresholds(
  questions: readonly ScoredQuestion[],
  rule: CalibrationRule,
): Thresholds | null {
  const unanswerable = ascending(questions.filter(({ answerable }) => !answerable))
  const answerable = questions.filter((question) => question.answerable)
  if (unanswerable.length === 0 || answerable.length === 0) return null
  const quantiles = quantileRule(unanswerable)
  return rule === 'quantiles' ? quantiles : bound(quantiles, answerable, unanswerable)
}

function quantileRule(unanswerable: readonly number[]): Thresholds {
  const low = median(unanswerable)
  const high = at(unanswerable, roundHalfToEven(0.9 * (unanswerable.length - 1)))
  return { lowBelow: Math.min(low, high), highAbove: Math.max(low, high) }
}

function bound(
  { lowBelow, highAbove }: Thresholds,
  answerable: readonly ScoredQuestion[],
  unanswerable: readonly number[],
): Thresholds {
  const hits = ascending(answerable.filter(({ hit }) => hit))
  const wrongLow = Math.max(1, allowed(FALSE_ABSTAIN_BOUND, answerable.length))
  const wrongHigh = Math.max(1, allowed(FALSE_CONFIDENCE_BOUND, unanswerable.length))
  return {
    lowBelow: hits.length === 0 ? lowBelow : Math.min(lowBelow, at(hits, wrongLow - 1)),
    highAbove: Math.max(highAbove, at(unanswerable, unanswerable.length - wrongHigh)),
  }
}

/** `floor(share * n)`, not one less because 0.1 * 30 is a hair below 3 or above it. */
function allowed(share: number, n: number): number {
  return Math.floor(share * n + 1e-9)
}

/**
 * The thresholds in the four decimals that are pasted into a manifest. `bounded` rounds away from the middle, so that
 * the question on a bound stays on the side that it was put on.
 */
export function roundThresholds({ lowBelow, highAbove }: Thresholds, rule: CalibrationRule): Thresholds {
  if (rule === 'quantiles')
    return { lowBelow: Number(lowBelow.toFixed(4)), highAbove: Number(highAbove.toFixed(4)) }
  return {
    lowBelow: Math.floor(lowBelow * 10_000) / 10_000,
    highAbove: Math.ceil(highAbove * 10_000) / 10_000,
  }
}

function ascending(questions: readonly ScoredQuestion[]): number[] {
  return questions.map(({ score }) => score).sort((a, b) => a - b)
}

function median(sorted: readonly number[]): number {
  const half = (sorted.length - 1) / 2
  return (at(sorted, Math.floor(half)) + at(sorted, Math.ceil(half))) / 2
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  if (Math.abs(rest - 0.5) < 1e-9) return below % 2 === 0 ? below : below + 1
  return Math.round(value)
}

function at(sorted: readonly number[], i: number): number {
  return sorted[i] ?? Number.NaN
}
