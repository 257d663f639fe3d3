import { displayPath } from '@pinakes/manifest'
import { RetrieveError } from '../errors.js'
import { type Outcome, QUESTION_KINDS } from './contracts.js'
import { readEvalFile } from './eval-file.js'
import type { Summary } from './summary.js'

/** Where a KB keeps the figures of its baseline. */
export const BASELINE_PATH = 'eval/baseline.json'
/** Where a KB keeps the outcome of every question of its baseline. */
export const OUTCOMES_PATH = 'eval/outcomes.json'

/** A baseline as it was stored: an older one may lack rates. */
export type StoredSummary = Partial<Omit<Summary, 'byKind' | 'questions'>> &
  Pick<Summary, 'questions'> & { readonly byKind: Readonly<Record<string, number>> }

/** Earlier outcomes; of the header whatever the file holds. */
export interface StoredOutcomes {
  readonly header: Readonly<Record<string, unknown>>
  readonly outcomes: readonly Outcome[]
}

type Fields = Readonly<Record<string, unknown>>

/** What an earlier run of the KB at `root` committed; a file that is not there is null. @throws RetrieveError */
export function readStored(root: string): {
  readonly baseline: StoredSummary | null
  readonly outcomes: StoredOutcomes | null
} {
  const baseline = readJson(root, BASELINE_PATH)
  const outcomes = readJson(root, OUTCOMES_PATH)
  return {
    baseline: baseline === null ? null : parseBaseline(baseline),
    outcomes: outcomes === null ? null : parseOutcomes(outcomes),
  }
}

const RATES = {
  recall_at_k: 'recallAtK',
  mrr: 'mrr',
  rerank_precision: 'rerankPrecision',
  false_abstain: 'falseAbstain',
  false_confidence: 'falseConfidence',
  confidence_coverage: 'confidenceCoverage',
  abstained: 'abstained',
} as const satisfies Record<string, keyof Summary>

function parseBaseline(data: Fields): StoredSummary {
  const rates = Object.entries(RATES).flatMap(([key, name]) =>
    data[key] === undefined ? [] : [[name, numberOf(data[key], key)] as const],
  )
  const byKind = Object.entries(fieldsOf(data.by_kind ?? {}, BASELINE_PATH, 'by_kind'))
  return {
    questions: numberOf(data.questions, 'questions'),
    ...Object.fromEntries(rates),
    byKind: Object.fromEntries(byKind.map(([kind, rate]) => [kind, numberOf(rate, `by_kind.${kind}`)])),
  }
}

function parseOutcomes({ questions, ...header }: Fields): StoredOutcomes {
  if (!Array.isArray(questions)) throw invalid(OUTCOMES_PATH, 'questions is not a list')
  return { header, outcomes: questions.map(parseRow) }
}

const CONFIDENCES: readonly Outcome['confidence'][] = ['high', 'medium', 'low', 'unknown']

function parseRow(value: unknown, i: number): Outcome {
  const row = fieldsOf(value, OUTCOMES_PATH, `questions[${i}]`)
  const { id, hit, hit_rank: rank = null } = row
  const kind = QUESTION_KINDS.find((known) => known === row.kind)
  const confidence = CONFIDENCES.find((known) => known === row.confidence)
  const isRank = rank === null || (Number.isSafeInteger(rank) && (rank as number) >= 1)
  if (typeof id !== 'string' || typeof hit !== 'boolean' || !isRank || !kind || !confidence)
    throw invalid(OUTCOMES_PATH, `questions[${i}] needs id, kind, hit and confidence in their known forms`)
  return { id, kind, hit, hitRank: rank as number | null, confidence }
}

function numberOf(value: unknown, key: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(BASELINE_PATH, `${key} is not a number`)
}

function fieldsOf(value: unknown, path: string, key: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalid(path, `${key} is not an object`)
}

function readJson(root: string, path: string): Fields | null {
  const file = readEvalFile(root, path)
  if ('refused' in file) throw invalid(path, file.refused, file.cause)
  return file.bytes === null
    ? null
    : fieldsOf(parseJson(Buffer.from(file.bytes).toString('utf8'), path), path, 'it')
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(path, 'it is not JSON', cause)
  }
}

/** The refusal to write a file of this run. */
export function unwritable(path: string, why: string, cause?: unknown): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_BASELINE_INVALID',
    message: `${displayPath(path)}: ${why}`,
    remedy:
      'Make eval/ and the files in it writable, or move away what is in their place, then run `pnk eval --write-baseline` again.',
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The refusal of a file of an earlier run. */
export function invalid(path: string, what: string, cause?: unknown): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_BASELINE_INVALID',
    message: `${displayPath(path)}: ${what}`,
    remedy: 'Restore it from version control, or write both files anew: `pnk eval --write-baseline`.',
    ...(cause === undefined ? {} : { cause }),
  })
}
