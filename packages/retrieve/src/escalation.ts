import type { SearchResult } from './contracts.js'

/** What a written answer would take beyond the passages that were found. */
export interface Escalation {
  /**
   * `none`: there is nothing to answer from. `synthesis`: the passages carry an answer. `decomposition`: they do not, so
   * the question would have to be taken apart. `unknown`: without a calibration nobody can tell.
   */
  readonly branch: 'none' | 'synthesis' | 'decomposition' | 'unknown'
  /** The work in words. */
  readonly work: string
  /** What it would cost at worst, with two decimals; null where no price is known. */
  readonly costEur: string | null
  /** How to learn more about the evidence; null where there is nothing to learn. */
  readonly remedy: string | null
}

const WORK: Readonly<Record<Escalation['branch'], string>> = {
  none: 'none: nothing was found',
  synthesis: 'one call of a language model',
  decomposition: 'several calls of a language model',
  unknown: 'calls of a language model, bounded by caps',
}

const CALIBRATE =
  'Write golden questions into eval/questions.yaml, then run `pnk calibrate` for a [retrieval.confidence] that fits.'

/** What an answer to the question of `result` would take. This release writes none, so no branch has a price. */
export function escalationOf({
  passages,
  confidence,
}: Pick<SearchResult, 'passages' | 'confidence'>): Escalation {
  const branch = passages.length === 0 ? 'none' : branchOf(confidence)
  const remedy = branch === 'unknown' ? CALIBRATE : null
  return { branch, work: WORK[branch], costEur: null, remedy }
}

function branchOf(confidence: SearchResult['confidence']): Exclude<Escalation['branch'], 'none'> {
  if (confidence === 'high' || confidence === 'medium') return 'synthesis'
  return confidence === 'low' ? 'decomposition' : 'unknown'
}
