import { isBlank } from './whitespace.js'

/** An open code fence. */
export interface CodeFence {
  /** UTF-16 unit of the marker: a backtick or a tilde. */
  readonly unit: number
  readonly length: number
}

const BACKTICK = 0x60
const TILDE = 0x7e
const SHORTEST = 3

/**
 * The fence that the line `text[start..end)` opens, or null. A backtick fence has no further backtick in its
 * line: that would be code in running text (CommonMark 0.31, §4.5). Any indentation counts, for lists.
 */
export function openingFence(text: string, start: number, end: number): CodeFence | null {
  const run = markerRun(text, start, end)
  if (run === null) return null
  const { unit, length, next } = run
  return unit === BACKTICK && text.slice(next, end).includes('`') ? null : { unit, length }
}

/** True if the line closes `fence`: the same character, at least as long, alone on its line. */
export function closesFence(fence: CodeFence, text: string, start: number, end: number): boolean {
  const run = markerRun(text, start, end)
  if (run === null || run.unit !== fence.unit || run.length < fence.length) return false
  return isBlank(text, run.next, end)
}

function markerRun(text: string, start: number, end: number) {
  let at = start
  while (at < end && isIndent(text.charCodeAt(at))) at++
  const unit = text.charCodeAt(at)
  if (unit !== BACKTICK && unit !== TILDE) return null
  const from = at
  while (at < end && text.charCodeAt(at) === unit) at++
  return at - from < SHORTEST ? null : { unit, length: at - from, next: at }
}

function isIndent(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}
