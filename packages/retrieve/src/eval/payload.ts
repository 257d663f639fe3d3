import type { Payload } from '../payload.js'
import type { Interval } from './bootstrap.js'
import type { Calibration, CalibrationFigures, ScoreRange } from './calibration.js'
import type { PairedComparison } from './compare.js'
import type { MeasuredQuestion } from './contracts.js'
import type { Comparison, Evaluation } from './evaluate-kb.js'
import type { LegVerdict } from './gate/judge-gate.js'
import type { Gate } from './gate/run-gate.js'
import { baselinePayload } from './write-stored.js'

/** What `pnk eval --json` prints. */
export function evaluationPayload(evaluation: Evaluation, comparison: Comparison | null): Payload {
  const { kb, header, kinds, questions, calibration, reranker, notices } = evaluation
  return {
    kb_id: kb.id,
    header,
    reranker,
    figures: baselinePayload({ summary: evaluation.summary, ndcg: evaluation.ndcg }),
    kinds: kinds.map(({ kind, questions: count, ...figures }) => ({ kind, questions: count, ...figures })),
    leave_one_out: calibration === null ? null : leftOutPayload(calibration),
    questions: questions.map(questionPayload),
    comparison: comparison === null ? null : comparisonPayload(comparison),
    notices,
  }
}

function leftOutPayload({ fits }: Calibration): Payload {
  return Object.fromEntries(fits.map(({ rule, leftOut }) => [rule, leftOut && figuresPayload(leftOut)]))
}

function questionPayload(question: MeasuredQuestion): Payload {
  return {
    id: question.id,
    kind: question.kind,
    question: question.question,
    hit: question.hit,
    hit_rank: question.hitRank,
    ndcg: question.ndcg,
    confidence: question.confidence,
    score: question.score,
    expect: question.expect,
    retrieved: question.retrieved,
    missed_hops: question.missedHops,
  }
}

function comparisonPayload({ regressions, paired, settings }: Comparison): Payload {
  return { regressions, settings, paired: paired === null ? null : pairedPayload(paired) }
}

function pairedPayload({ paired, better, worse, signTestP, recall, mrr }: PairedComparison): Payload {
  const interval = ({ difference, low, high }: Interval) => ({ difference, low, high })
  return {
    questions: paired,
    better,
    worse,
    sign_test_p: signTestP,
    recall_difference: interval(recall),
    mrr_difference: interval(mrr),
  }
}

/** What `pnk eval --gate --json` prints. */
export function gatePayload({ verdict, reach, off, withoutAuthored, on }: Gate): Payload {
  return {
    kb_id: off.kb.id,
    channel: verdict.channel,
    passed: verdict.passed,
    licensing_p: verdict.licensingP,
    reach: {
      multi_hop_questions: reach.questions,
      reachable_ceiling: reach.ceiling,
      beyond_two_hops: reach.beyond,
      membership_only: reach.membershipOnly,
    },
    off: { header: off.header, figures: figuresOf(off) },
    without_authored: legPayload(withoutAuthored, verdict.withoutAuthored),
    on: legPayload(on, verdict.on),
  }
}

function legPayload(leg: Evaluation, verdict: LegVerdict): Payload {
  return {
    header: leg.header,
    figures: figuresOf(leg),
    passed: verdict.passed,
    gained: verdict.gained,
    lost: verdict.lost,
    sign_test_p: verdict.p,
    regressions: verdict.regressions,
    confidence_lost: verdict.confidenceLost,
  }
}

function figuresOf({ summary, ndcg }: Evaluation): Payload {
  return baselinePayload({ summary, ndcg })
}

/** What `pnk calibrate --json` prints: every rule with its figures. */
export function calibrationPayload({ fittedFor, answerable, unanswerable, fits }: Calibration): Payload {
  return {
    fitted_for: fittedFor,
    answerable: rangePayload(answerable),
    no_answer: rangePayload(unanswerable),
    fits: fits.map(({ rule, thresholds, fitted, leftOut }) => ({
      rule,
      low_below: thresholds.lowBelow,
      high_above: thresholds.highAbove,
      fitted: figuresPayload(fitted),
      leave_one_out: leftOut && figuresPayload(leftOut),
    })),
  }
}

function rangePayload({ questions, lowest, highest }: ScoreRange): Payload {
  return { questions, lowest, highest }
}

function figuresPayload(figures: CalibrationFigures): Payload {
  return {
    false_confidence: figures.falseConfidence,
    false_abstain: figures.falseAbstain,
    abstained: figures.abstained,
    answered_high: figures.answeredHigh,
  }
}
