import { LineReader } from './line-reader.js'
import { isBlank, trimSpace } from './whitespace.js'

/** `key:` at the start of a line, as every YAML mapping has it; quoted keys too. */
const MAPPING_KEY = /^(?:"[^"]*"|'[^']*'|[^\s#:'"-][^:]*)\s*:(?:\s|$)/

/** Longest stretch of a line that is looked at, in UTF-16 units: keys are short, lines may be megabytes. */
const LOOK = 256

/**
 * The UTF-16 index past the YAML front matter that opens `text`, 0 if there is none.
 *
 * Front matter is: a first line `---`, at once a mapping (comments may stand before its first key), and a closing
 * line `---` or `...`. A file that opens with `---` as a rule, or that never closes it, has none and is read as
 * ordinary Markdown.
 */
export function frontMatterEnd(text: string): number {
  const lines = new LineReader(text)
  if (!lines.next() || !isMarker(text, lines, '---')) return 0
  let mapping = false
  while (lines.next()) {
    if (isMarker(text, lines, '---') || isMarker(text, lines, '...')) return mapping ? lines.end : 0
    if (mapping) continue
    if (text.charCodeAt(lines.start) === 0x23) continue
    if (isBlank(text, lines.start, lines.end)) return 0
    mapping = MAPPING_KEY.test(text.slice(lines.start, Math.min(lines.bodyEnd, lines.start + LOOK)))
    if (!mapping) return 0
  }
  return 0
}

function isMarker(text: string, line: LineReader, marker: string): boolean {
  const from = line.matchStart
  return text.startsWith(marker, from) && trimSpace(text.slice(from + marker.length, line.end)) === ''
}
