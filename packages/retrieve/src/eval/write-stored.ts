import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compareCodePoints, systemErrorCode, writeFileAtomic } from '@pinakes/manifest'
import type { Outcome } from './contracts.js'
import { whyUnwritable } from './eval-file.js'
import type { EvalHeader } from './header.js'
import { BASELINE_PATH, OUTCOMES_PATH, unwritable } from './stored-files.js'
import type { Summary } from './summary.js'

/** A run as it is committed. */
export interface StorableRun {
  readonly header: EvalHeader
  readonly summary: Summary
  /** Mean nDCG@k: an extra key of the baseline. */
  readonly ndcg: number
  readonly outcomes: readonly Outcome[]
}

/**
 * Writes `eval/baseline.json` and `eval/outcomes.json` of the KB at `root`, both or neither.
 * @throws RetrieveError `RETRIEVE_BASELINE_INVALID` when one of them cannot be written
 */
export async function writeStored(root: string, run: StorableRun): Promise<void> {
  const [baseline, outcomes] = [join(root, BASELINE_PATH), join(root, OUTCOMES_PATH)]
  for (const path of [BASELINE_PATH, OUTCOMES_PATH]) {
    const why = whyUnwritable(root, path)
    if (why !== null) throw unwritable(path, why)
  }
  try {
    await mkdir(dirname(baseline), { recursive: true })
    // The second file is durable under a temporary name before the first is put in its place.
    await writeFileAtomic(outcomes, toText(outcomesPayload(run)), {
      beforeRename: () => writeFileAtomic(baseline, toText(baselinePayload(run))),
    })
  } catch (cause) {
    throw unwritable(OUTCOMES_PATH, `it cannot be written: ${systemErrorCode(cause) ?? String(cause)}`, cause)
  }
}

/** The content of `eval/baseline.json`. */
export function baselinePayload({ summary, ndcg }: Pick<StorableRun, 'summary' | 'ndcg'>) {
  return {
    questions: summary.questions,
    recall_at_k: summary.recallAtK,
    mrr: summary.mrr,
    rerank_precision: summary.rerankPrecision,
    false_abstain: summary.falseAbstain,
    false_confidence: summary.falseConfidence,
    confidence_coverage: summary.confidenceCoverage,
    abstained: summary.abstained,
    ndcg_at_k: ndcg,
    by_kind: summary.byKind,
  }
}

/** The content of `eval/outcomes.json`: header, then rows sorted by id in code-point order. */
export function outcomesPayload({ header, outcomes }: Pick<StorableRun, 'header' | 'outcomes'>) {
  const rows = [...outcomes].sort((a, b) => compareCodePoints(a.id, b.id))
  return {
    ...header,
    questions: rows.map(({ id, kind, hit, hitRank, confidence }) => ({
      id,
      kind,
      hit,
      hit_rank: hitRank,
      confidence,
    })),
  }
}

/** Non-ASCII escaped, as in every JSON file of a KB. */
function toText(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return `${json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}
