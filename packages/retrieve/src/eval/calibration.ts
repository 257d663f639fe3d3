import { RetrieveError } from '../errors.js'
import type { MeasuredQuestion } from './contracts.js'
import {
  CALIBRATION_RULES,
  type CalibrationRule,
  fitThresholds,
  roundThresholds,
  type ScoredQuestion,
  scoredQuestions,
  type Thresholds,
} from './thresholds.js'

/** How often thresholds judge wrongly, and rightly, as shares. */
export interface CalibrationFigures {
  /** Unanswerable questions called high / unanswerable questions. */
  readonly falseConfidence: number
  /** Answerable questions with a hit called low / answerable questions. */
  readonly falseAbstain: number
  /** Abstention recall: unanswerable questions called low / unanswerable questions. */
  readonly abstained: number
  /** Answerable questions called high / answerable questions. */
  readonly answeredHigh: number
}

/** One rule fitted on a golden set. */
export interface RuleFit {
  readonly rule: CalibrationRule
  /** In the four decimals of the manifest. */
  readonly thresholds: Thresholds
  /** On the questions that were fitted on: optimistic. */
  readonly fitted: CalibrationFigures
  /** Each question judged by the thresholds of all others; null with fewer than 20 no-answer questions. */
  readonly leftOut: CalibrationFigures | null
}

/** Thresholds of confidence that were fitted on a golden set, by each rule, and how well they would do. */
export interface Calibration {
  /** The reranker that scored: `model` or `model@revision`. */
  readonly fittedFor: string
  readonly answerable: ScoreRange
  readonly unanswerable: ScoreRange
  /** One a rule, in the order of the rules. */
  readonly fits: readonly RuleFit[]
}

/** The rerank scores of the first passages of some questions. */
export interface ScoreRange {
  readonly questions: number
  readonly lowest: number
  readonly highest: number
}

/** Below it, leaving one out moves a share by more than it says. */
export const MIN_LEFT_OUT = 20

/**
 * The calibration of a KB from its measured golden questions. `reranker` is what scored them.
 * @throws RetrieveError `RETRIEVE_CALIBRATION_IMPOSSIBLE`
 */
export function calibrate(questions: readonly MeasuredQuestion[], reranker: string | null): Calibration {
  if (questions.length === 0) throw impossible('eval/questions.yaml holds no questions')
  if (reranker === null) throw impossible('no reranker scored any question')
  const scored = scoredQuestions(questions)
  const answerable = scored.filter((question) => question.answerable)
  const unanswerable = scored.filter((question) => !question.answerable)
  if (answerable.length === 0) throw impossible('no answerable question found a passage')
  if (unanswerable.length === 0) throw impossible('no question of the kind no-answer found a passage')
  return {
    fittedFor: reranker,
    answerable: rangeOf(answerable),
    unanswerable: rangeOf(unanswerable),
    fits: CALIBRATION_RULES.map((rule) => fitRule(scored, rule, unanswerable.length >= MIN_LEFT_OUT)),
  }
}

function fitRule(scored: readonly ScoredQuestion[], rule: CalibrationRule, enough: boolean): RuleFit {
  const fit = fitThresholds(scored, rule)
  if (fit === null) throw impossible('there are not both answerable and unanswerable scores')
  const thresholds = roundThresholds(fit, rule)
  return {
    rule,
    thresholds,
    fitted: figures(scored, () => thresholds),
    leftOut: enough ? leaveOneOut(scored, rule) : null,
  }
}

/** Figures in which no question had a say in the thresholds that judge it. */
export function leaveOneOut(scored: readonly ScoredQuestion[], rule: CalibrationRule): CalibrationFigures {
  return figures(scored, (question) =>
    fitThresholds(
      scored.filter((other) => other !== question),
      rule,
    ),
  )
}

function figures(
  scored: readonly ScoredQuestion[],
  judgedBy: (question: ScoredQuestion) => Thresholds | null,
): CalibrationFigures {
  const judged = scored.map((question) => ({
    ...question,
    level: levelOf(question.score, judgedBy(question)),
  }))
  const answerable = judged.filter((question) => question.answerable)
  const unanswerable = judged.filter((question) => !question.answerable)
  const share = (part: typeof judged, holds: (question: (typeof judged)[number]) => boolean) =>
    part.length === 0 ? 0 : part.filter(holds).length / part.length
  return {
    falseConfidence: share(unanswerable, ({ level }) => level === 'high'),
    falseAbstain: share(answerable, ({ level, hit }) => hit && level === 'low'),
    abstained: share(unanswerable, ({ level }) => level === 'low'),
    answeredHigh: share(answerable, ({ level }) => level === 'high'),
  }
}

function levelOf(score: number, thresholds: Thresholds | null): 'low' | 'medium' | 'high' {
  if (thresholds !== null && score < thresholds.lowBelow) return 'low'
  return thresholds !== null && score > thresholds.highAbove ? 'high' : 'medium'
}

function rangeOf(scored: readonly ScoredQuestion[]): ScoreRange {
  const scores = scored.map(({ score }) => score)
  return { questions: scored.length, lowest: Math.min(...scores), highest: Math.max(...scores) }
}

function impossible(what: string): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_CALIBRATION_IMPOSSIBLE',
    message: `There is nothing to fit confidence on: ${what}`,
    remedy:
      'Set [retrieval] rerank = "local" with a reranker that is there, and put both kinds of question into ' +
      'eval/questions.yaml: with an answer in the knowledge base, and with kind: no-answer.',
  })
}
