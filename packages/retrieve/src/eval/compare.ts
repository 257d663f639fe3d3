import { type Interval, pairedBootstrap } from './bootstrap.js'
import type { Outcome } from './contracts.js'
import { signTest } from './sign-test.js'
import type { StoredSummary } from './stored-files.js'
import { isAnswerable, reciprocalRank, type Summary } from './summary.js'

/** How much worse a rate may be than its baseline. */
export const TOLERANCE = 0.02

/** A figure that is worse than the baseline allows. */
export interface Regression {
  /** As in `eval/baseline.json`: `recall_at_k`, `by_kind.paraphrase`, … */
  readonly figure: string
  readonly before: number
  /** Null: the kind has no question any more. */
  readonly now: number | null
}

const HIGHER_IS_BETTER = {
  recall_at_k: 'recallAtK',
  mrr: 'mrr',
  rerank_precision: 'rerankPrecision',
  confidence_coverage: 'confidenceCoverage',
} as const satisfies Record<string, keyof Summary>

const LOWER_IS_BETTER = {
  false_abstain: 'falseAbstain',
  false_confidence: 'falseConfidence',
} as const satisfies Record<string, keyof Summary>

/**
 * What got worse: a rate by strictly more than `tolerance`, a kind that vanished, or fewer
 * questions. A figure that an older baseline lacks counts as 0 where higher is better, else as 1.
 */
export function findRegressions(
  now: Summary,
  baseline: StoredSummary,
  tolerance: number = TOLERANCE,
): Regression[] {
  const fell = Object.entries(HIGHER_IS_BETTER).flatMap(([figure, name]) =>
    worse({ figure, before: baseline[name] ?? 0, now: now[name] }, tolerance),
  )
  const rose = Object.entries(LOWER_IS_BETTER).flatMap(([figure, name]) => {
    const before = baseline[name] ?? 1
    return exceeds(now[name] - before, tolerance) ? [{ figure, before, now: now[name] }] : []
  })
  const kinds = Object.entries(baseline.byKind).flatMap(([kind, before]) => {
    const own = now.byKind[kind as keyof typeof now.byKind]
    return worse({ figure: `by_kind.${kind}`, before, now: own ?? null }, tolerance)
  })
  const fewer = now.questions < baseline.questions
  const count = fewer ? [{ figure: 'questions', before: baseline.questions, now: now.questions }] : []
  return [...fell, ...rose, ...kinds, ...count]
}

function worse(regression: Regression, tolerance: number): Regression[] {
  const { before, now } = regression
  return now === null || exceeds(before - now, tolerance) ? [regression] : []
}

/** Compared in the four decimals that are stored: 0.92 - 0.90 is not more than 0.02. */
function exceeds(difference: number, tolerance: number): boolean {
  return Math.round(difference * 10_000) > Math.round(tolerance * 10_000)
}

/** Question by question against earlier outcomes; ids that only one side has are left out. */
export interface PairedComparison {
  /** Answerable questions of both sides. */
  readonly paired: number
  /** Ids whose first expected document stands higher, or is found now and was not before. */
  readonly better: readonly string[]
  readonly worse: readonly string[]
  /** Two-sided exact sign test of `better` against `worse`. */
  readonly signTestP: number
  /** Difference of the share of hits, with its 95 % bootstrap interval. */
  readonly recall: Interval
  /** The same for the reciprocal rank. */
  readonly mrr: Interval
}

/** Compares the answerable questions of two runs. Deterministic: the bootstrap is seeded. */
export function comparePaired(now: readonly Outcome[], before: readonly Outcome[]): PairedComparison {
  const earlier = new Map(before.filter(isAnswerable).map((outcome) => [outcome.id, outcome]))
  const pairs = now.filter(isAnswerable).flatMap((outcome) => {
    const old = earlier.get(outcome.id)
    return old === undefined ? [] : [{ id: outcome.id, now: outcome, before: old }]
  })
  const merits = (of: (outcome: Outcome) => number) =>
    pairedBootstrap(
      pairs.map((pair) => of(pair.now)),
      pairs.map((pair) => of(pair.before)),
    )
  const better = pairs.filter((pair) => merit(pair.now) > merit(pair.before)).map(({ id }) => id)
  const worse = pairs.filter((pair) => merit(pair.now) < merit(pair.before)).map(({ id }) => id)
  return {
    paired: pairs.length,
    better,
    worse,
    signTestP: signTest(better.length, worse.length),
    recall: merits(({ hit }) => Number(hit)),
    mrr: merits(reciprocalRank),
  }
}

/** A hit counts before a rank does: a hop that is missed makes a miss of the best rank. */
function merit(outcome: Outcome): number {
  return Number(outcome.hit) + reciprocalRank(outcome)
}
