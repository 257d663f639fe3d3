import type { Kb, SearchResult } from '../contracts.js'
import { RetrieveError } from '../errors.js'
import type { MeasuredQuestion, Question } from './contracts.js'
import { ndcgAt } from './metrics.js'

export interface MeasureOptions {
  /** Passages that each search returns: an integer >= 1. */
  readonly k: number
  /** Whether a search without a reranker would be another system than the one to measure. */
  readonly reranks: boolean
  readonly signal?: AbortSignal | undefined
  readonly onQuestion?: ((done: number, total: number, id: string) => void) | undefined
}

export interface Measured {
  /** In the order of the questions. */
  readonly questions: readonly MeasuredQuestion[]
  /** `model` or `model@revision` of the reranker that scored; null if none did. */
  readonly reranker: string | null
}

/**
 * Asks `kb` every question, one after the other, by the search that users get: every hop but the
 * last by its own query without filters, then the last hop's query, or the question, with them.
 *
 * @throws RetrieveError `RETRIEVE_EVAL_DEGRADED` when a model is missing; else what `search` throws
 */
export async function measureQuestions(
  kb: Pick<Kb, 'search'>,
  questions: readonly Question[],
  { k, reranks, signal, onQuestion }: MeasureOptions,
): Promise<Measured> {
  const search: Search = async (query, filters = {}) => {
    const result = await kb.search(query, { k, filters, ...(signal === undefined ? {} : { signal }) })
    refuseDegraded(result, reranks)
    return result
  }
  const measured: MeasuredQuestion[] = []
  let reranker: string | null = null
  for (const [i, question] of questions.entries()) {
    onQuestion?.(i, questions.length, question.id)
    const asked = await ask(search, question, k)
    measured.push(asked.measured)
    reranker ??= asked.reranker
  }
  return { questions: measured, reranker }
}

type Search = (query: string, filters?: Question['filters']) => Promise<SearchResult>

async function ask(search: Search, question: Question, k: number) {
  const { id, kind, hops, expect } = question
  const missedHops: string[] = []
  for (const hop of hops.slice(0, -1)) {
    if (!pathsOf(await search(hop.query)).includes(hop.expect)) missedHops.push(hop.expect)
  }
  const last = hops.at(-1)
  const result = await search(last?.query ?? question.question, question.filters)
  const retrieved = pathsOf(result)
  if (last !== undefined && !retrieved.includes(last.expect)) missedHops.push(last.expect)
  const sought = last === undefined ? expect : [last.expect]
  const at = retrieved.findIndex((path) => expect.includes(path))
  const measured: MeasuredQuestion = {
    id,
    kind,
    hit: at >= 0 && missedHops.length === 0,
    hitRank: at < 0 ? null : at + 1,
    confidence: result.confidence,
    question: question.question,
    expect,
    retrieved,
    missedHops,
    ndcg: ndcgAt(k, retrieved, new Map(sought.map((path) => [path, 1]))),
    score: result.passages[0]?.scores.rerank ?? null,
  }
  return { measured, reranker: result.channels.find(({ channel }) => channel === 'rerank')?.model ?? null }
}

/** Distinct, each at the place of its best passage. */
function pathsOf({ passages }: SearchResult): string[] {
  return [...new Set(passages.map(({ path }) => path))]
}

function refuseDegraded({ channels, passages }: SearchResult, reranks: boolean): void {
  if (passages.length === 0) return
  const needed = reranks ? ['vector', 'rerank'] : ['vector']
  const idle = channels.find(({ channel, ran }) => !ran && needed.includes(channel))
  if (idle === undefined) return
  throw new RetrieveError({
    code: 'RETRIEVE_EVAL_DEGRADED',
    message: `The ${idle.channel} channel did not run, so the figures would be of another search: ${idle.detail}`,
    remedy:
      'Bring the model that the manifest names (`pnk models pull`), or name another; then evaluate again.',
  })
}
