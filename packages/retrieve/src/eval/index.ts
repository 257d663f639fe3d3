export { type BootstrapOptions, type Interval, pairedBootstrap } from './bootstrap.js'
export {
  type Calibration,
  type CalibrationFigures,
  calibrate,
  leaveOneOut,
  MIN_LEFT_OUT,
  type RuleFit,
  type ScoreRange,
} from './calibration.js'
export {
  comparePaired,
  findRegressions,
  type PairedComparison,
  type Regression,
  TOLERANCE,
} from './compare.js'
export {
  type Hop,
  type MeasuredQuestion,
  type Outcome,
  QUESTION_KINDS,
  type Question,
  type QuestionKind,
} from './contracts.js'
export {
  type Comparison,
  compareStored,
  type EvaluateOptions,
  type Evaluation,
  evaluateKb,
} from './evaluate-kb.js'
export { type GateVerdict, judgeGate, type LegVerdict, SIGNIFICANCE } from './gate/judge-gate.js'
export type { GateLeg, GateLegs } from './gate/legs.js'
export { oneSidedSignTest } from './gate/one-sided-sign-test.js'
export type { GateReach } from './gate/reach.js'
export { type Gate, type GateOptions, runGate } from './gate/run-gate.js'
export { GOLDEN_SET_PATH, parseGoldenSet, readGoldenSet } from './golden-set.js'
export type { EvalHeader } from './header.js'
export { type Judgments, mean, ndcgAt, recallAt, reciprocalRankAt } from './metrics.js'
export { calibrationPayload, evaluationPayload, gatePayload } from './payload.js'
export { signTest } from './sign-test.js'
export {
  BASELINE_PATH,
  OUTCOMES_PATH,
  readStored,
  type StoredOutcomes,
  type StoredSummary,
} from './stored-files.js'
export { type KindSummary, type Summary, summarise } from './summary.js'
export {
  CALIBRATION_RULES,
  type CalibrationRule,
  FALSE_ABSTAIN_BOUND,
  FALSE_CONFIDENCE_BOUND,
  fitThresholds,
  type ScoredQuestion,
  scoredQuestions,
  type Thresholds,
} from './thresholds.js'
export { type StorableRun, writeStored } from './write-stored.js'
