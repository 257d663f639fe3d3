import { displayPath } from '@pinakes/manifest'
import { RetrieveError } from './errors.js'

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
