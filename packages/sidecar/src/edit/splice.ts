import type { YamlMap } from '../value.js'

/** Replaces the text from `start` to `end` (UTF-16 offsets, half-open) by `text`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** One step of an edit: ways to write it, best first, and the data that the file must hold afterwards. */
export interface Change {
  /** Each is complete; the first that gives exactly `intended` is taken. */
  readonly candidates: readonly (readonly Splice[])[]
  readonly intended: YamlMap
  /** What the change is, for a message: `add a link`. */
  readonly what: string
}

/** `text` with the splices done; they must not overlap, and those at one place are done in the order given. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices.map((splice, order) => ({ ...splice, order }))
  ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order)
  const parts: string[] = []
  let at = 0
  for (const { start, end, text: inserted } of ordered) {
    parts.push(text.slice(at, start), inserted)
    at = Math.max(at, end)
  }
  return parts.join('') + text.slice(at)
}

/** An insertion. */
export function insert(offset: number, text: string): Splice {
  return { start: offset, end: offset, text }
}

/** A deletion. */
export function remove(start: number, end: number): Splice {
  return { start, end, text: '' }
}
