import { displayPath } from '@pinakes/manifest'
import type { Passage, SearchResult } from '@pinakes/retrieve'
import { escapeText } from './escape.js'
import { indent } from './lines.js'
import { passageWarnings } from './passage-warnings.js'
import { summaryLines } from './search-summary.js'
import type { Style } from './style.js'

/**
 * A search result for people: `[n] path - heading`, the text indented by four, `(citation)`, a `!` line per warning, then
 * what ran and the confidence, then the lines of `closing`. Plain text when the style is plain; no final newline.
 */
export function renderSearch(result: SearchResult, style: Style, closing: readonly string[] = []): string {
  const passages = result.passages.map((passage, i) => renderPassage(passage, i + 1, style))
  return [...passages, [...summaryLines(result, style), ...closing].join('\n')].join('\n\n')
}

function renderPassage(passage: Passage, number: number, style: Style): string {
  const place = passage.headingPath ?? passage.title
  const path = style.strong(displayPath(passage.path))
  const heading = place === null ? '' : ` - ${displayPath(place)}`
  return [
    `${style.accent(`[${number}]`)} ${path}${heading}`,
    indent(escapeText(passage.text), 4),
    indent(style.faint(`(${displayPath(passage.citation)})`), 4),
    ...passageWarnings(passage).map((warning) => indent(style.caution(`! ${warning}`), 4)),
  ].join('\n')
}
