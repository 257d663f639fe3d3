import type { Confidence, SearchFilters } from '../contracts.js'

/** The kinds of golden questions; their order is that of every table. */
export const QUESTION_KINDS = [
  'lexical',
  'simple-lookup',
  'paraphrase',
  'filter',
  'multi-hop',
  'no-answer',
] as const

/** One of {@link QUESTION_KINDS}. */
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** One step of a scripted question: the document that its query must find. */
export interface Hop {
  readonly query: string
  readonly expect: string
}

/** A golden question. */
export interface Question {
  readonly id: string
  readonly question: string
  readonly kind: QuestionKind
  /** KB-relative paths of which each answers; with hops, the hops' documents are among them. Empty for no-answer. */
  readonly expect: readonly string[]
  readonly filters: SearchFilters
  readonly hops: readonly Hop[]
}

/** A row of `eval/outcomes.json`: what every committed figure derives from. */
export interface Outcome {
  readonly id: string
  readonly kind: QuestionKind
  /** An expected document was returned, and every hop found its own. */
  readonly hit: boolean
  /** One-based place of the first expected document among the distinct documents returned; null: none was. */
  readonly hitRank: number | null
  readonly confidence: Confidence
}

/** An outcome together with what led to it. */
export interface MeasuredQuestion extends Outcome {
  readonly question: string
  readonly expect: readonly string[]
  /** Distinct paths of the passages returned, best first. */
  readonly retrieved: readonly string[]
  /** Documents that the query of their hop did not find. */
  readonly missedHops: readonly string[]
  /** nDCG@k over `retrieved`, each expected document, or that of the last hop, with grade 1; 0 for no-answer. */
  readonly ndcg: number
  /** Rerank score of the first passage; null when nothing was found or no reranker ran. */
  readonly score: number | null
}
