import type { DocumentText, PageText } from '@pinakes/retrieve'
import type { AnswerBody, Room } from './document-answer.js'
import { estimateTokens } from './estimate-tokens.js'

/** Of the pages that did not fit, so many are listed by number. */
const MOST_LISTED = 100

/** The chosen pages as far as they fit: each behind a `[page N]` line in `text`, and apart in `pages`. */
export function pagedAnswer(document: DocumentText, chosen: readonly PageText[], room: Room): AnswerBody {
  const { shown, omitted } = fitPages(chosen, room)
  const text = shown.map((page) => `[page ${page.page}]\n${page.text}`).join('\n')
  const total = document.pages?.length ?? 0
  return {
    fields: {
      citation: citationOf(document.path, shown),
      text: room.fence.wrap(text),
      page_start: shown[0]?.page ?? null,
      page_end: shown.at(-1)?.page ?? null,
      page_count: total,
      page_note: pageNote(shown, total),
      pages: shown.map((page) => fenced(page, room)),
      omitted_pages: omitted.slice(0, MOST_LISTED).map(({ page }) => page),
    },
    notices: omittedNotices(omitted),
  }
}

function fenced({ page, text }: PageText, { fence }: Room): PageText {
  return { page, text: fence.wrap(text) }
}

function fitPages(chosen: readonly PageText[], room: Room) {
  const { budget, maxTokens } = room
  let left = maxTokens
  const until = chosen.findIndex((page) => {
    left -= estimateTokens(page.text)
    // A page stands in the answer twice.
    return left < 0 || !budget.take([page, fenced(page, room)])
  })
  return until < 0
    ? { shown: chosen, omitted: [] }
    : { shown: chosen.slice(0, until), omitted: chosen.slice(until) }
}

function citationOf(path: string, shown: readonly PageText[]): string {
  const [first, last] = [shown[0]?.page, shown.at(-1)?.page]
  if (first === undefined || last === undefined) return path
  return first === last ? `${path}:p${first}` : `${path}:p${first}-${last}`
}

function pageNote(shown: readonly PageText[], total: number): string {
  const [first, last] = [shown[0]?.page, shown.at(-1)?.page]
  const which = first === undefined ? `None of the ${total} pages` : `Pages ${first} to ${last} of ${total}`
  return (
    `${which}. In text each page follows a line [page N]; pages has them apart, so a line of the document that looks ` +
    'like such a mark is none.'
  )
}

function omittedNotices(omitted: readonly PageText[]): string[] {
  const [first, last] = [omitted[0]?.page, omitted.at(-1)?.page]
  if (first === undefined) return []
  const alone = omitted.length === 1 ? `page ${first} does` : `pages ${first} to ${last} do`
  return [`cut: ${alone} not fit; go on with page_start ${first}, or ask for fewer pages`]
}
