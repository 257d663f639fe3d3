import {
  type Passage,
  type Payload,
  passagePayload,
  type SearchResult,
  searchPayload,
} from '@pinakes/retrieve'
import { type AnswerBudget, answerBudget } from './answer-budget.js'
import { type Fence, fenceAround } from './fence.js'

export interface SearchAnswerOptions {
  /** Give the scores of each passage and the channels. */
  readonly isExplained: boolean
  /** The caller narrowed the search, so that dropping a filter may help. */
  readonly isFiltered: boolean
}

/** Of the passages that did not fit, so many are listed. */
const MOST_OMITTED = 20

/** What `pinakes_search` answers: the passages that fit, best first, and in words what does not. Pure but for the fence. */
export function searchAnswer(kb: string, result: SearchResult, options: SearchAnswerOptions): Payload {
  const fence = fenceAround(result.passages.map(({ text }) => text))
  const whole = searchPayload(result)
  const fixed = {
    kb,
    kb_id: result.kbId,
    query: result.query,
    confidence: result.confidence,
    confidence_reason: result.confidenceReason,
    evidence_note: fence.note,
    dropped: whole.dropped,
    degraded: result.degraded,
    notices: result.notices,
    suggested_next: suggestion(result, options),
    ...(options.isExplained ? { channels: whole.channels } : {}),
  }
  const budget = answerBudget([fixed, ROOM_FOR_NOTICES])
  const { kept, cut } = fit(result.passages, budget, (passage) => passageEntry(passage, fence, options))
  const omitted = [...cut, ...result.omitted]
    .map(({ docId, citation, tokenCount }) => ({ doc_id: docId, citation, token_count: tokenCount }))
    .filter((entry, i) => i < MOST_OMITTED && budget.take(entry))
  const notices = [
    ...result.notices,
    ...cutNotices(cut.length, cut.length + result.omitted.length - omitted.length),
  ]
  return { ...fixed, passages: kept, omitted, notices }
}

/** Stands for the notices that are known only at the end. */
const ROOM_FOR_NOTICES = 'x'.repeat(800)

function fit(
  passages: readonly Passage[],
  budget: AnswerBudget,
  entryOf: (passage: Passage) => Payload,
): { kept: Payload[]; cut: Passage[] } {
  const kept: Payload[] = []
  const cut: Passage[] = []
  for (const passage of passages) {
    const entry = entryOf(passage)
    if (budget.take(entry)) kept.push(entry)
    else cut.push(passage)
  }
  return { kept, cut }
}

function passageEntry(passage: Passage, fence: Fence, { isExplained }: SearchAnswerOptions): Payload {
  const {
    text: _text,
    char_start,
    char_end,
    rerank_score,
    fused_score,
    scores,
    ...rest
  } = passagePayload(passage)
  return { ...rest, evidence: fence.wrap(passage.text), ...(isExplained ? { scores } : {}) }
}

function cutNotices(cut: number, unlisted: number): string[] {
  if (cut === 0) return []
  const more = unlisted > 0 ? `, ${unlisted} of them unlisted` : ''
  return [
    `cut: ${cut} passages did not fit an answer of under 20,000 tokens and stand in omitted${more}; ` +
      'ask for fewer with k, or narrow the search',
  ]
}

function suggestion(
  { passages, omitted, confidence }: SearchResult,
  { isFiltered }: SearchAnswerOptions,
): string {
  if (passages.length === 0 && omitted.length > 0) return 'No passage fits max_tokens: raise it.'
  if (passages.length === 0) {
    return `Nothing matched. Search again in broader or other words${isFiltered ? ', or drop a filter' : ''}; if that finds nothing either, say so.`
  }
  if (confidence === 'low' || confidence === 'unknown') {
    return 'Not settled: read a cited document with pinakes_get, or search again in other terms, before you answer.'
  }
  return 'Read a cited document with pinakes_get where its wording matters, and cite the citations as they stand.'
}
