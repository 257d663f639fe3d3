import type { TextOrigin } from './contracts.js'

/** The notice for a span that ends beyond the last place of a text, or beyond what is stored of it; none where it does not. */
export function cutSpan(
  { start, end }: { readonly start: number; readonly end: number },
  last: number,
  origin: TextOrigin,
): readonly string[] {
  if (end <= last) return []
  return [`cut: ${whole(origin)} at ${last}, and ${start}-${end} was asked for`]
}

/** The same for pages, inclusive. */
export function cutPages(
  { first, last }: { readonly first: number; readonly last: number },
  highest: number,
  origin: TextOrigin,
): readonly string[] {
  if (last <= highest) return []
  return [`cut: ${whole(origin)} with page ${highest}, and p${first}-${last} was asked for`]
}

/** Without file or extraction at hand only the stored passages are known, which may end before the text does. */
function whole(origin: TextOrigin): string {
  return origin === 'index' ? 'what is stored of the document ends' : 'the document ends'
}
