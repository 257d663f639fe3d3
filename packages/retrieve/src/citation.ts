/** What a citation needs to know of a passage. */
export interface CitedSpan {
  readonly path: string
  readonly charStart: number
  readonly charEnd: number
  readonly pageStart: number | null
  readonly pageEnd: number | null
  readonly headingPath: string | null
}

/** A place inside a document. Offsets are code points, half-open; pages are one-based and inclusive. */
export type Locator =
  | { readonly kind: 'span'; readonly start: number; readonly end: number }
  | { readonly kind: 'pages'; readonly first: number; readonly last: number }

/** A citation taken apart: the document, and where in it. */
export interface ParsedCitation {
  readonly path: string
  readonly locator: Locator
}

/** `start-end` in code points; `pN` or `pN-M` for a paged source, where the page is what locates. */
export function locatorOf(span: Omit<CitedSpan, 'path' | 'headingPath'>): string {
  const { pageStart, pageEnd } = span
  if (pageStart === null) return `${span.charStart}-${span.charEnd}`
  return pagesLocator(pageStart, pageEnd ?? pageStart)
}

/** `path:locator`, then ` (heading path)` where there is one: `docs/a.md:12-480 (Notes > Scope)`. */
export function citationOf(span: CitedSpan): string {
  const heading = span.headingPath === null ? '' : ` (${span.headingPath})`
  return `${span.path}:${locatorOf(span)}${heading}`
}

/** The citation of a whole document, or of some of its pages: `path` or `path:pN[-M]`. */
export function documentCitation(
  path: string,
  pages?: { readonly first: number; readonly last: number },
): string {
  return pages === undefined ? path : `${path}:${pagesLocator(pages.first, pages.last)}`
}

function pagesLocator(first: number, last: number): string {
  return last > first ? `p${first}-${last}` : `p${first}`
}

const LOCATOR = /:(?:(\d{1,15})-(\d{1,15})|p(\d{1,15})(?:-(\d{1,15}))?)(?= \(|$)/gu

/**
 * Every way to read `text` as a citation, the longest path first; empty if there is none. File names and headings may
 * themselves hold `:12-30 (x`, so the caller decides by which path exists. Spans that run backwards are not citations.
 */
export function parseCitation(text: string): ParsedCitation[] {
  const readings: ParsedCitation[] = []
  for (const match of text.matchAll(LOCATOR)) {
    const rest = text.slice(match.index + match[0].length)
    const locator = toLocator(match)
    const whole = rest === '' || rest.endsWith(')')
    if (whole && locator !== null && match.index > 0) {
      readings.push({ path: text.slice(0, match.index), locator })
    }
  }
  return readings.reverse()
}

const BACKWARDS = /^(.+):(?:(\d{1,15})-(\d{1,15})|p(\d{1,15})(?:-(\d{1,15}))?)(?: \(.*\))?$/su

/** Why `text`, which looks like a citation, is none: its span runs backwards, or it begins before page 1; null otherwise. */
export function citationFault(text: string): { readonly path: string; readonly why: string } | null {
  const [, path = '', start, end, first, last] = BACKWARDS.exec(text) ?? []
  if (start !== undefined && Number(start) > Number(end))
    return { path, why: `its span ends at ${end}, before it begins at ${start}` }
  if (first === undefined) return null
  if (Number(first) < 1) return { path, why: 'pages are counted from 1' }
  if (last === undefined || Number(first) <= Number(last)) return null
  return { path, why: `its pages end at ${last}, before they begin at ${first}` }
}

function toLocator([, start, end, first, last]: RegExpExecArray): Locator | null {
  if (start !== undefined && end !== undefined) {
    const span = { kind: 'span', start: Number(start), end: Number(end) } as const
    return span.start <= span.end ? span : null
  }
  const pages = { kind: 'pages', first: Number(first), last: Number(last ?? first) } as const
  return pages.first >= 1 && pages.first <= pages.last ? pages : null
}
