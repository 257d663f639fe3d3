import { type MeasuredQuestion, type Outcome, QUESTION_KINDS, type QuestionKind } from './contracts.js'

/** What `eval/baseline.json` holds. Rates are 0 to 1, rounded to 4 decimals; 0 where the denominator is 0. */
export interface Summary {
  readonly questions: number
  /** Answerable questions with a hit / answerable questions. */
  readonly recallAtK: number
  /** Sum of 1 / hit rank over answerable questions, hops ignored / answerable questions. */
  readonly mrr: number
  /** Answerable questions whose first document is expected / answerable questions. */
  readonly rerankPrecision: number
  /** Answerable questions with a hit and confidence `low` / answerable questions. */
  readonly falseAbstain: number
  /** No-answer questions with confidence `high` / no-answer questions. */
  readonly falseConfidence: number
  /** Questions whose confidence is not `unknown` / questions. */
  readonly confidenceCoverage: number
  /** No-answer questions with confidence `low` / no-answer questions: abstention recall. */
  readonly abstained: number
  /** Share of hits by kind, for no-answer the share without one; kinds without a question are absent. */
  readonly byKind: Readonly<Partial<Record<QuestionKind, number>>>
}

/** The figures of `outcomes`, which alone determine them. */
export function summarise(outcomes: readonly Outcome[]): Summary {
  const answerable = outcomes.filter(isAnswerable)
  const unanswerable = outcomes.filter((outcome) => !isAnswerable(outcome))
  const share = (part: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
    ratio(part.filter(holds).length, part.length)
  return {
    questions: outcomes.length,
    recallAtK: share(answerable, ({ hit }) => hit),
    mrr: ratio(
      answerable.reduce((sum, outcome) => sum + reciprocalRank(outcome), 0),
      answerable.length,
    ),
    rerankPrecision: share(answerable, ({ hitRank }) => hitRank === 1),
    falseAbstain: share(answerable, ({ hit, confidence }) => hit && confidence === 'low'),
    falseConfidence: share(unanswerable, ({ confidence }) => confidence === 'high'),
    confidenceCoverage: share(outcomes, ({ confidence }) => confidence !== 'unknown'),
    abstained: share(unanswerable, ({ confidence }) => confidence === 'low'),
    byKind: Object.fromEntries(
      byKind(outcomes).map(([kind, own]) => [kind, share(own, ({ hit }) => hit === (kind !== 'no-answer'))]),
    ),
  }
}

/** Figures of one kind of question beyond its share of hits. */
export interface KindSummary {
  readonly kind: QuestionKind
  readonly questions: number
  /** Share of hits; for no-answer the share without one. */
  readonly recall: number
  /** Null for no-answer, as is `ndcg`. */
  readonly mrr: number | null
  readonly ndcg: number | null
  /** Share of each confidence. */
  readonly confidence: Readonly<Record<Outcome['confidence'], number>>
}

/** One summary a kind that has questions, in the order of the kinds. */
export function summariseKinds(questions: readonly MeasuredQuestion[]): KindSummary[] {
  const { byKind: recalls } = summarise(questions)
  return byKind(questions).map(([kind, own]) => {
    const sum = (of: (question: MeasuredQuestion) => number) =>
      kind === 'no-answer'
        ? null
        : ratio(
            own.reduce((total, question) => total + of(question), 0),
            own.length,
          )
    const level = (wanted: Outcome['confidence']) =>
      ratio(own.filter(({ confidence }) => confidence === wanted).length, own.length)
    return {
      kind,
      questions: own.length,
      recall: recalls[kind] ?? 0,
      mrr: sum(reciprocalRank),
      ndcg: sum(({ ndcg }) => ndcg),
      confidence: {
        high: level('high'),
        medium: level('medium'),
        low: level('low'),
        unknown: level('unknown'),
      },
    }
  })
}

/** Mean nDCG@k over the answerable questions. */
export function meanNdcg(questions: readonly MeasuredQuestion[]): number {
  const answerable = questions.filter(isAnswerable)
  return ratio(
    answerable.reduce((sum, { ndcg }) => sum + ndcg, 0),
    answerable.length,
  )
}

/** True for a question that some document answers. */
export function isAnswerable({ kind }: Pick<Outcome, 'kind'>): boolean {
  return kind !== 'no-answer'
}

/** 1 / rank of the first expected document; 0 if none was returned. */
export function reciprocalRank({ hitRank }: Pick<Outcome, 'hitRank'>): number {
  return hitRank === null ? 0 : 1 / hitRank
}

function byKind<Row extends Outcome>(rows: readonly Row[]): [QuestionKind, Row[]][] {
  return QUESTION_KINDS.map((kind): [QuestionKind, Row[]] => [
    kind,
    rows.filter((row) => row.kind === kind),
  ]).filter(([, own]) => own.length > 0)
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}
