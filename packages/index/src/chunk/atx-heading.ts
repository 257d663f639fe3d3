import type { Heading } from './heading-stack.js'
import { isSpace, trimSpace } from './whitespace.js'

const HASH = 0x23
const DEEPEST = 6

/**
 * Longest line that can be a heading, in UTF-16 units. A title is stored with every chunk below it; a line of
 * megabytes that begins with `#` would multiply the index.
 */
export const LONGEST_HEADING_LINE = 1024

/**
 * The ATX heading in the line `text[start..end)`; `'bare'` for marks without a title; null for any other line.
 * Trailing `#`s go only when whitespace stands before them, so `# About C#` keeps its own.
 */
export function parseAtxHeading(text: string, start: number, end: number): Heading | 'bare' | null {
  if (text.charCodeAt(start) !== HASH || end - start > LONGEST_HEADING_LINE) return null
  let level = 1
  while (start + level < end && text.charCodeAt(start + level) === HASH) level++
  if (level > DEEPEST) return null
  if (start + level < end && !isSpace(text.charCodeAt(start + level))) return null
  const title = withoutClosingMarks(text.slice(start + level, end))
  return title === '' ? 'bare' : { level, label: title, title }
}

/** `rest` begins with the whitespace after the opening marks, if it is not empty. */
function withoutClosingMarks(rest: string): string {
  let end = rest.length
  while (end > 0 && isSpace(rest.charCodeAt(end - 1))) end--
  let marks = end
  while (marks > 0 && rest.charCodeAt(marks - 1) === HASH) marks--
  const closes = marks < end && marks > 0 && isSpace(rest.charCodeAt(marks - 1))
  return trimSpace(rest.slice(0, closes ? marks : end))
}
