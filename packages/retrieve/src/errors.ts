import { PinakesError } from '@pinakes/manifest'

/** Every way in which retrieval refuses. */
export type RetrieveErrorCode =
  /** The query holds nothing but whitespace. */
  | 'RETRIEVE_QUERY_EMPTY'
  /** The query is no string, or longer than {@link MAX_QUERY_LENGTH}. */
  | 'RETRIEVE_QUERY_INVALID'
  /** `k`, `maxPerDocument` or `maxTokens` is no integer of at least 1. `details.parameter` names it. */
  | 'RETRIEVE_LIMIT_INVALID'
  /** A tag, prefix, source type or date that cannot filter anything. `details.parameter` names it. */
  | 'RETRIEVE_FILTER_INVALID'
  /** `entities` or `concepts` break their bounds. `details.parameter` names it. */
  | 'RETRIEVE_EXPANSION_INVALID'
  /** The first sync of this index did not finish. */
  | 'RETRIEVE_INDEX_INCOMPLETE'
  /** The index was built by another model than the one that would answer. `details.differences` lists the keys. */
  | 'RETRIEVE_COHERENCE'
  /** Documents were extracted by another version of a free backend. `details.paths` lists them. */
  | 'RETRIEVE_EXTRACTION_COHERENCE'
  /** `get` was given a reference of no known form. */
  | 'RETRIEVE_REFERENCE_INVALID'
  /** `get` was given a well-formed reference to nothing that is indexed. */
  | 'RETRIEVE_NOT_FOUND'
  /** The file of the document lies outside of the knowledge base. */
  | 'RETRIEVE_OUTSIDE_KB'
  /** The knowledge base was closed before the call. */
  | 'RETRIEVE_CLOSED'
  /** There is no `eval/questions.yaml`. */
  | 'RETRIEVE_QUESTIONS_MISSING'
  /** `eval/questions.yaml` breaks its format. `details.faults` lists every fault with its line. */
  | 'RETRIEVE_QUESTIONS_INVALID'
  /** Evaluation: the index was chunked with other settings than the manifest has. `details.changes` lists them. */
  | 'RETRIEVE_EVAL_DRIFT'
  /** Evaluation: a channel that the manifest asks for did not run, so the figures would be of another system. */
  | 'RETRIEVE_EVAL_DEGRADED'
  /** `eval/baseline.json` or `eval/outcomes.json` cannot be read or written. */
  | 'RETRIEVE_BASELINE_INVALID'
  /** There is nothing to fit a calibration on: no reranker, no answerable or no no-answer question with a score. */
  | 'RETRIEVE_CALIBRATION_IMPOSSIBLE'
  /** The three runs of a gate differ in more than the graph channel. `details.faults` lists how. */
  | 'RETRIEVE_GATE_MISMATCH'

/** Longest accepted query, in code points: far above any question, far below what slows a full-text expression. */
export const MAX_QUERY_LENGTH = 8192

const USAGE: ReadonlySet<string> = new Set<RetrieveErrorCode>([
  'RETRIEVE_QUERY_EMPTY',
  'RETRIEVE_QUERY_INVALID',
  'RETRIEVE_LIMIT_INVALID',
  'RETRIEVE_FILTER_INVALID',
  'RETRIEVE_EXPANSION_INVALID',
  'RETRIEVE_REFERENCE_INVALID',
])

/** A refusal of this package. Test it by `code`. */
export class RetrieveError extends PinakesError<RetrieveErrorCode> {}

/** True for a code that says the call itself was wrong (a command exits 2), not the state of the KB (exit 1). */
export function isUsageErrorCode(code: string): boolean {
  return USAGE.has(code)
}
