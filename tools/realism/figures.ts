import { type MeasuredQuestion, mean, QUESTION_KINDS, type QuestionKind } from '@pinakes/retrieve/eval'
import type { Measured } from './measure.js'

/** How one system does on the answerable questions of one kind, or on all of them. */
export interface Found {
  readonly questions: number
  readonly recall: number
  readonly mrr: number
  readonly ndcg: number
}

export const ANSWERABLE_KINDS = QUESTION_KINDS.filter((kind) => kind !== 'no-answer')

/** Unrounded means over the questions of `kind`; over all answerable ones for `null`. */
export function foundIn({ evaluation }: Measured, kind: QuestionKind | null): Found {
  const own = evaluation.questions.filter((one) =>
    kind === null ? one.kind !== 'no-answer' : one.kind === kind,
  )
  const average = (of: (question: MeasuredQuestion) => number) => mean(own.map(of))
  return {
    questions: own.length,
    recall: average(({ hit }) => Number(hit)),
    mrr: average(({ hitRank }) => (hitRank === null ? 0 : 1 / hitRank)),
    ndcg: average(({ ndcg }) => ndcg),
  }
}
