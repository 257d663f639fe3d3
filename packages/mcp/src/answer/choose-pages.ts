import { displayPath } from '@pinakes/manifest'
import type { DocumentText, PageText } from '@pinakes/retrieve'
import { ServeError } from '../errors.js'

/** Pages as they were asked for, one-based and inclusive; undefined: from the first, to the last. */
export interface PageBounds {
  readonly pageStart: number | undefined
  readonly pageEnd: number | undefined
}

/**
 * The pages that are asked for; null for a document that has none and of which none were asked.
 * @throws ServeError `SERVE_PAGES_INVALID`: pages of a document that has none; a bound, looked at alone first, that it
 * does not have; a range that runs backwards
 */
export function choosePages(document: DocumentText, bounds: PageBounds): readonly PageText[] | null {
  const { pages, path } = document
  const { pageStart, pageEnd } = bounds
  const isAsked = pageStart !== undefined || pageEnd !== undefined
  if (pages === null) {
    if (isAsked) throw noPages(path)
    return null
  }
  if (pages.length === 0) {
    if (isAsked) throw noSpans(path)
    return pages
  }
  checkBound('page_start', pageStart, pages.length, path)
  checkBound('page_end', pageEnd, pages.length, path)
  const [first, last] = [pageStart ?? 1, pageEnd ?? pages.length]
  if (first > last) throw backwards(path, first, last)
  return pages.slice(first - 1, last)
}

function checkBound(argument: string, page: number | undefined, total: number, path: string): void {
  if (page === undefined || (page >= 1 && page <= total)) return
  throw invalid(
    `${argument} is ${page}, but ${displayPath(path)} has pages 1 to ${total}`,
    `Pass ${argument} from 1 to ${total}, or leave it out.`,
  )
}

function noPages(path: string): ServeError {
  return invalid(
    `${displayPath(path)} is not a paged document, so it has no pages to choose`,
    'Leave page_start and page_end out.',
  )
}

function noSpans(path: string): ServeError {
  return invalid(
    `No page limits were recorded when ${displayPath(path)} was extracted`,
    'Leave page_start and page_end out.',
  )
}

function backwards(path: string, first: number, last: number): ServeError {
  return invalid(
    `The pages of ${displayPath(path)} are asked for backwards: page_start ${first}, page_end ${last}`,
    'Swap page_start and page_end.',
  )
}

function invalid(message: string, remedy: string): ServeError {
  return new ServeError({ code: 'SERVE_PAGES_INVALID', message, remedy })
}
