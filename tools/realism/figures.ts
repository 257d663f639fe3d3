import { type MeasuredQuestion, QUESTION_KINDS, type QuestionKind } from '@pinakes/retrieve/eval'
import type { Measured } from './measure.js'

export type AnswerableKind = Exclude<QuestionKind, 'no-answer'>
export type Metric = 'recall' | 'mrr' | 'ndcg'

export const ANSWERABLE_KINDS = QUESTION_KINDS.filter((kind): kind is AnswerableKind => kind !== 'no-answer')

/** What one question adds to the mean, 0 to 1. */
const VALUES: Readonly<Record<Metric, (question: MeasuredQuestion) => number>> = {
  recall: ({ hit }) => Number(hit),
  mrr: ({ hitRank }) => (hitRank === null ? 0 : 1 / hitRank),
  ndcg: ({ ndcg }) => ndcg,
}

/** The values of the questions of `kind`, of all answerable ones for `null`, in the order of the golden set. */
export function valuesIn({ evaluation }: Measured, kind: AnswerableKind | null, metric: Metric): number[] {
  return evaluation.questions
    .filter((one) => (kind === null ? one.kind !== 'no-answer' : one.kind === kind))
    .map(VALUES[metric])
}
