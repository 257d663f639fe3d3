import { displayPath } from '@pinakes/manifest'
import type { Document, LineCounter } from 'yaml'
import { RetrieveError } from '../errors.js'

/** A place in the data: keys and indexes from the root. */
export type Place = readonly (string | number)[]

/** One fault of a golden set. Line and column are one-based. */
export interface GoldenFault {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Collects what is wrong with one golden set. */
export interface FaultLog {
  readonly faults: readonly GoldenFault[]
  /** A fault at the value of `place`, or at the nearest thing around it that exists. */
  at(place: Place, message: string): void
  /** A fault at a character. */
  offset(offset: number, message: string): void
}

/** An empty log over a parsed document. */
export function faultLog(document: Document.Parsed, lines: LineCounter): FaultLog {
  const faults: GoldenFault[] = []
  const offset = (at: number, message: string) => {
    const { line, col } = lines.linePos(at)
    faults.push({ line: Math.max(line, 1), column: Math.max(col, 1), message })
  }
  return { faults, offset, at: (place, message) => offset(offsetOf(document, place), message) }
}

function offsetOf(document: Document.Parsed, place: Place): number {
  const node = place.length === 0 ? document.contents : document.getIn(place, true)
  const range = (node as { readonly range?: readonly number[] | null } | null | undefined)?.range
  if (range?.[0] !== undefined) return range[0]
  return place.length === 0 ? 0 : offsetOf(document, place.slice(0, -1))
}

/** A message has no more lines than fit a screen; `details.faults` has every fault. */
const MOST_LINES = 20

/** All faults in one error, one a line in the order of the file. */
export function goldenSetError(path: string, faults: readonly GoldenFault[]): RetrieveError {
  const sorted = [...faults].sort((a, b) => a.line - b.line || a.column - b.column)
  const lines = sorted
    .slice(0, MOST_LINES)
    .map(({ line, column, message }) => `${displayPath(path)}:${line}:${column}: ${message}`)
  const more = sorted.length > lines.length ? [`and ${sorted.length - lines.length} more`] : []
  return new RetrieveError({
    code: 'RETRIEVE_QUESTIONS_INVALID',
    message: [...lines, ...more].join('\n'),
    remedy: 'Correct the file; docs/guide.md shows a question of each kind.',
    details: { faults: sorted },
  })
}
