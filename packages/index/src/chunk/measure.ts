import type { CountTokens } from '../contracts.js'

/**
 * Longest chunk in UTF-16 units, whatever its token count: a WordPiece tokenizer counts a run of a megabyte as
 * one unknown token. Far above any chunk of prose (510 tokens are about 2,500 units).
 */
export const LONGEST_CHUNK = 65_536

/** A text and the limits its chunks have to keep. */
export interface Measure {
  readonly text: string
  readonly maxTokens: number
  readonly countTokens: CountTokens
}

/** A half-open range of UTF-16 indices with its token count. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly tokens: number
}

/** A range that may be too long to be counted in one go; then `tokens` is null. */
export interface Unit {
  readonly start: number
  readonly end: number
  readonly tokens: number | null
}

/** The range with its token count, null if it is longer than a chunk may be. */
export function measured(start: number, end: number, measure: Measure): Unit {
  const tokens = end - start > LONGEST_CHUNK ? null : measure.countTokens(measure.text.slice(start, end))
  return { start, end, tokens }
}

/** True if the range may stand as one chunk. */
export function fits(unit: Unit, maxTokens: number): unit is Span {
  return unit.tokens !== null && unit.tokens <= maxTokens
}
