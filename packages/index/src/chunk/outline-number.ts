import { codePointLength } from '@pinakes/manifest'
import { LONGEST_HEADING_LINE } from './atx-heading.js'
import { INK_CLASS, trimSpace } from './whitespace.js'

/** A line that could be a numbered heading. */
export interface OutlineCandidate {
  /** Components with trailing zeros folded away: `2.0` is `[2]`. Never empty. */
  readonly number: readonly number[]
  /** The whole line, trimmed. */
  readonly label: string
  /** The line without its number. */
  readonly title: string
}

const NUMBERED = new RegExp(`^([0-9]+(?:\\.[0-9]+)*)\\.?[ \\t]+(${INK_CLASS}[\\s\\S]*)$`)
const LONGEST_TITLE = 100
const LEADER = /\.{3}/
const SENTENCE_END = /[.,;:]$/

/** The candidate in one line, or null; whether the line before is blank is the caller's to see. */
export function parseOutlineCandidate(line: string): OutlineCandidate | null {
  const first = line.charCodeAt(0)
  if (first < 0x30 || first > 0x39 || line.length > LONGEST_HEADING_LINE) return null
  const match = NUMBERED.exec(line)
  const title = trimSpace(match?.[2] ?? '')
  if (title === '' || LEADER.test(title) || SENTENCE_END.test(title)) return null
  if (codePointLength(title) > LONGEST_TITLE) return null
  return { number: folded((match?.[1] ?? '').split('.').map(Number)), label: trimSpace(line), title }
}

function folded(components: number[]): number[] {
  while (components.length > 1 && components.at(-1) === 0) components.pop()
  return components
}

/** True if `next` may follow `previous`: its first child, its next sibling, or an ancestor's next sibling. */
export function isLegalStep(previous: readonly number[], next: readonly number[]): boolean {
  const last = next.length - 1
  if (next.length > previous.length + 1 || !next.slice(0, last).every((part, i) => part === previous[i])) {
    return false
  }
  if (next.length === previous.length + 1) return next[last] === 1
  return next[last] === (previous[last] ?? Number.NaN) + 1
}

/** True if the numbers, in document order, form one outline that begins in chapter 1. */
export function isOutline(candidates: readonly OutlineCandidate[]): boolean {
  if (candidates.length < 2 || candidates[0]?.number[0] !== 1) return false
  return candidates.every((candidate, i) => {
    const previous = candidates[i - 1]
    return previous === undefined || isLegalStep(previous.number, candidate.number)
  })
}
