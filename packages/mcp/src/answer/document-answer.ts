import { shorten } from '@pinakes/manifest'
import type { DocumentText, Payload } from '@pinakes/retrieve'
import { answerBudget } from './answer-budget.js'
import { choosePages, type PageBounds } from './choose-pages.js'
import { fenceAround } from './fence.js'
import { pagedAnswer } from './paged-answer.js'
import { textAnswer } from './text-answer.js'

export interface DocumentAnswerOptions extends PageBounds {
  /** Most tokens of text, by {@link estimateTokens}. */
  readonly maxTokens: number | undefined
}

const MOST_TAGS = 64
const LONGEST_LABEL = 400

/**
 * What `pinakes_get` answers: the document, or its pages, from the start as far as it fits; never a part of a page or
 * of a block. Pure but for the fence.
 * @throws ServeError `SERVE_PAGES_INVALID`
 */
export function documentAnswer(kb: string, document: DocumentText, options: DocumentAnswerOptions): Payload {
  const chosen = choosePages(document, options)
  const fence = fenceAround([document.text])
  const head = { ...headOf(kb, document), evidence_note: fence.note }
  const budget = answerBudget([head, ROOM_FOR_THE_REST])
  const room = { budget, fence, maxTokens: options.maxTokens ?? Number.POSITIVE_INFINITY }
  const body = chosen === null ? textAnswer(document, room) : pagedAnswer(document, chosen, room)
  const notices = [
    ...labelNotices(document),
    ...changeNotices(document),
    ...document.notices,
    ...body.notices,
  ]
  return { ...head, ...body.fields, notices }
}

/** Stands for notices and page fields, which are known only at the end. */
const ROOM_FOR_THE_REST = 'x'.repeat(2400)

function headOf(kb: string, document: DocumentText): Payload {
  const { title, tags } = document
  return {
    kb,
    kb_id: document.kbId,
    id: document.docId,
    path: document.path,
    title: title === null ? null : shorten(title, LONGEST_LABEL),
    tags: tags.slice(0, MOST_TAGS).map((tag) => shorten(tag, LONGEST_LABEL)),
    citation: document.path,
    stale_source: document.changedSinceIndex,
    stale_extraction: document.staleExtraction,
  }
}

/** What an answer still has room for. */
export interface Room {
  readonly budget: ReturnType<typeof answerBudget>
  readonly fence: ReturnType<typeof fenceAround>
  readonly maxTokens: number
}

/** The part of an answer that holds the text. */
export interface AnswerBody {
  readonly fields: Payload
  readonly notices: readonly string[]
}

function labelNotices({ title, tags }: DocumentText): string[] {
  const long = [title ?? '', ...tags].some((label) => shorten(label, LONGEST_LABEL) !== label)
  return [
    ...(tags.length > MOST_TAGS ? [`cut: the first ${MOST_TAGS} of ${tags.length} tags are given`] : []),
    ...(long ? ['cut: a title or tag is shortened'] : []),
  ]
}

function changeNotices({ changedSinceIndex, origin }: DocumentText): string[] {
  if (!changedSinceIndex) return []
  const which =
    origin === 'file'
      ? 'this is the file as it is now, not as it was indexed'
      : 'this is the text that was indexed'
  return [`the file has changed since the last sync: ${which}`]
}
