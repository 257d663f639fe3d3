import { displayPath, quote } from '@pinakes/manifest'
import { citationOf } from './citation.js'
import { RetrieveError } from './errors.js'
import type { Section } from './section.js'

/** A span that lies behind the end of the indexed text. */
export function spanBeyondText(path: string, start: number, end: number): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message: `${displayPath(path)} has no indexed text at ${start}-${end}`,
    remedy: 'Cite it anew from a fresh `pnk search`: the document may have changed since.',
    details: { path, start, end },
  })
}

/** Pages asked of a document that has none. */
export function pagesNotKnown(path: string): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_REFERENCE_INVALID',
    message: `${displayPath(path)} is not a paged document, so it has no page to cite`,
    remedy: `Cite it as ${displayPath(path)}, or by code points as ${displayPath(path)}:start-end.`,
    details: { path },
  })
}

/** Pages that the document does not have. */
export function pagesOutOfRange(
  path: string,
  { first, last }: { readonly first: number; readonly last: number },
  total: number | null,
): RetrieveError {
  const pages = first === last ? `page ${first}` : `pages ${first} to ${last}`
  return new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message: `${displayPath(path)} has no text for ${pages}${total === null ? '' : `; it has ${total} pages`}`,
    remedy: total === null ? 'Run `pnk sync`, or ask for other pages.' : `Ask for pages 1 to ${total}.`,
    details: { path, first, last, total },
  })
}

const NAMED_SECTIONS = 5

/** A heading that the document does not have. */
export function sectionNotFound(path: string, heading: string, sections: readonly Section[]): RetrieveError {
  const known = [...new Set(sections.map(({ headingPath }) => headingPath))]
  return new RetrieveError({
    code: 'RETRIEVE_NOT_FOUND',
    message: `${displayPath(path)} has no heading ${quote(heading)}${known.length === 0 ? '; nothing in it was indexed as a heading' : ''}`,
    remedy:
      known.length === 0
        ? `Ask for all of it, ${displayPath(path)}, or for a part of it as ${displayPath(path)}:start-end.`
        : `Its headings: ${listed(known.map(displayPath))}.`,
    details: { path, heading },
  })
}

/** A heading that stands in several places of the document. */
export function sectionAmbiguous(path: string, heading: string, sections: readonly Section[]): RetrieveError {
  const places = sections.map((section) =>
    displayPath(citationOf({ ...section, path, pageStart: null, pageEnd: null })),
  )
  return new RetrieveError({
    code: 'RETRIEVE_REFERENCE_INVALID',
    message: `${quote(heading)} names ${sections.length} sections of ${displayPath(path)}`,
    remedy: `Ask for one of them: ${listed(places)}.`,
    details: { path, heading },
  })
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED_SECTIONS ? ` and ${names.length - NAMED_SECTIONS} more` : ''
  return `${names.slice(0, NAMED_SECTIONS).join(', ')}${more}`
}
