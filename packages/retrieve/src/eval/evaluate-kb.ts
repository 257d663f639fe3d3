import { loadManifest, type Manifest } from '@pinakes/manifest'
import type { GraphOptions, Kb } from '../contracts.js'
import { type Calibration, calibrate, MIN_LEFT_OUT } from './calibration.js'
import { comparePaired, findRegressions, type PairedComparison, type Regression } from './compare.js'
import type { MeasuredQuestion, Outcome } from './contracts.js'
import { readGoldenSet } from './golden-set.js'
import { type EvalHeader, evalHeader, headerDifferences } from './header.js'
import { type MeasureOptions, measureQuestions } from './measure.js'
import { readStored, type StoredSummary } from './stored-files.js'
import { type KindSummary, meanNdcg, type Summary, summarise, summariseKinds } from './summary.js'
import { scoredQuestions } from './thresholds.js'

/** How a golden set is asked. */
export interface EvaluateOptions extends Pick<MeasureOptions, 'signal' | 'onQuestion'> {
  /** Passages that each search returns; an integer >= 1. Default 5. */
  readonly k?: number
  /** The graph options that the KB was opened with: the header tells of them. */
  readonly graph?: GraphOptions
}

/** A golden set asked of a KB. */
export interface Evaluation {
  readonly kb: Pick<Kb, 'id' | 'name'>
  readonly header: EvalHeader
  /** In the order of the golden set. */
  readonly questions: readonly MeasuredQuestion[]
  readonly summary: Summary
  readonly ndcg: number
  readonly kinds: readonly KindSummary[]
  /** Null where no reranker scored. */
  readonly reranker: string | null
  /** `[retrieval.confidence]` of the manifest; null where there is none. */
  readonly confidence: Manifest['retrieval']['confidence']
  /** A calibration from these questions; null where there are too few to leave one out. */
  readonly calibration: Calibration | null
  /** What the figures rest on and should not, in words. */
  readonly notices: readonly string[]
}

/** Against what `eval/` holds. */
export interface Comparison {
  readonly baseline: StoredSummary
  readonly regressions: readonly Regression[]
  /** Null without `eval/outcomes.json`. */
  readonly paired: PairedComparison | null
  readonly before: readonly Outcome[]
  /** Settings that differ. */
  readonly settings: readonly string[]
}

const DEFAULT_K = 5

/**
 * Asks `kb` its golden questions; null when the set is empty. Reads, and writes nothing.
 * @throws RetrieveError of the golden set (`RETRIEVE_QUESTIONS_…`), `RETRIEVE_EVAL_DRIFT`, `RETRIEVE_EVAL_DEGRADED`, and
 *   whatever `search` throws
 */
export async function evaluateKb(kb: Kb, options: EvaluateOptions = {}): Promise<Evaluation | null> {
  const { k = DEFAULT_K, graph, signal, onQuestion } = options
  const golden = readGoldenSet(kb.root)
  if (golden.length === 0) return null
  const header = evalHeader(kb.root, { k, graph })
  const measuring = { k, reranks: header.rerank !== null, signal, onQuestion }
  const { questions, reranker } = await measureQuestions(kb, golden, measuring)
  return {
    kb: { id: kb.id, name: kb.name },
    header,
    questions,
    summary: summarise(questions),
    ndcg: meanNdcg(questions),
    kinds: summariseKinds(questions),
    reranker,
    confidence: loadManifest(kb.root).retrieval.confidence,
    calibration: canCalibrate(questions, reranker) ? calibrate(questions, reranker) : null,
    notices: await noticesOf(kb, questions),
  }
}

function canCalibrate(questions: readonly MeasuredQuestion[], reranker: string | null): boolean {
  const scored = scoredQuestions(questions)
  const unanswerable = scored.filter(({ answerable }) => !answerable).length
  return reranker !== null && unanswerable >= MIN_LEFT_OUT && unanswerable < scored.length
}

/** An expected document that is not indexed can never be found: most often its name is misspelt. */
async function noticesOf(kb: Kb, questions: readonly MeasuredQuestion[]): Promise<string[]> {
  const indexed = new Set((await kb.list()).map(({ path }) => path))
  return questions.flatMap(({ id, expect }) =>
    expect.filter((path) => !indexed.has(path)).map((path) => `${id} expects ${path}, which is not indexed`),
  )
}

/** Compares with the files of an earlier run; null without `eval/baseline.json`. @throws RetrieveError */
export function compareStored(root: string, { header, summary, questions }: Evaluation): Comparison | null {
  const { baseline, outcomes } = readStored(root)
  if (baseline === null) return null
  return {
    baseline,
    regressions: findRegressions(summary, baseline),
    paired: outcomes === null ? null : comparePaired(questions, outcomes.outcomes),
    before: outcomes?.outcomes ?? [],
    settings: outcomes === null ? [] : headerDifferences(header, outcomes.header),
  }
}
