import { IndexError } from '../errors.js'

type PageSpans = readonly (readonly [number, number])[]

/** The pages of a chunk, one-based. */
export interface PageRange {
  readonly pageStart: number | null
  readonly pageEnd: number | null
}

/**
 * The pages that hold the first and the last code point of `[start, end)`; both null without spans. The spans tile
 * the text in order; empty pages are skipped. A position outside them is an error of the extraction
 * (`CHUNKING_PAGE_SPANS`).
 */
export function pagesOf(start: number, end: number, spans: PageSpans | undefined): PageRange {
  if (spans === undefined) return { pageStart: null, pageEnd: null }
  return { pageStart: pageAt(start, spans), pageEnd: pageAt(Math.max(start, end - 1), spans) }
}

function pageAt(position: number, spans: PageSpans): number {
  let low = 0
  let high = spans.length
  // The first page that ends after the position: zero-width pages end where they start, so never.
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle]?.[1] ?? 0) > position) high = middle
    else low = middle + 1
  }
  const span = spans[low]
  if (span !== undefined && span[0] <= position) return low + 1
  throw new IndexError({
    code: 'CHUNKING_PAGE_SPANS',
    message: `character ${position} lies on none of the ${spans.length} pages of the extraction`,
    remedy: 'Extract the document again: pnk sync --rebuild',
    details: { position, pages: spans.length },
  })
}
