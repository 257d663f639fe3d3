import { fits, LONGEST_CHUNK, type Measure, measured, type Span, type Unit } from './measure.js'
import { cutRun } from './unbroken-run.js'
import { INK_CLASS, SPACE_CLASS } from './whitespace.js'

/** A part of an oversize block that is not cut again. */
export interface Piece extends Span {
  /** Whether its count may be added to that of what stands before it, in place of counting both as one text. */
  readonly additive: boolean
}

/** Parts of one unit that were measured together. */
interface Group {
  readonly parts: readonly Unit[]
  readonly additive: boolean
}

/** Where a part ends: after a sentence with its whitespace, or a line; then after a word with its whitespace. */
const PART_ENDS = [
  new RegExp(`[.!?;:]${SPACE_CLASS}+|\\n`, 'g'),
  new RegExp(`${INK_CLASS}${SPACE_CLASS}+`, 'g'),
] as const

/**
 * Cuts a block into pieces that tile it, each within the limits: sentences and lines, else words, else spans.
 *
 * Counts are additive where they were seen to add up: if the counts of all parts sum to the count of the whole,
 * they sum to the count of every run of parts, for any tokenizer that never gains (or never loses) tokens by
 * joining. That spares counting each joined window, which would make splitting quadratic.
 */
export function pieces(block: Unit, measure: Measure): Generator<Piece, boolean> {
  return cut({ unit: block, level: 0, joins: false }, measure)
}

interface Cut {
  readonly unit: Unit
  /** Index into `PART_ENDS`; past its end, spans. */
  readonly level: number
  /** Whether the first piece may be additive to what stands before the unit. */
  readonly joins: boolean
}

/** Returns whether what follows the unit may be additive to its last piece. */
function* cut({ unit, level, joins }: Cut, measure: Measure): Generator<Piece, boolean> {
  const ends = PART_ENDS[level]
  if (ends === undefined) {
    for (const span of cutRun(unit, measure)) yield { ...span, additive: false }
    return false
  }
  let joinsNext = joins
  for (const { parts, additive } of groups(unit, ends, measure)) {
    joinsNext &&= additive
    for (const part of parts) {
      if (fits(part, measure.maxTokens)) {
        yield { ...part, additive: joinsNext && partsWords(measure.text, part.start) }
        joinsNext = additive
      } else {
        const joinsAfter = yield* cut({ unit: part, level: level + 1, joins: joinsNext }, measure)
        joinsNext = joinsAfter && additive
      }
    }
    if (parts.at(-1)?.end !== unit.end) joinsNext = false
  }
  return joinsNext
}

/**
 * True if the whitespace before `start` parts words for a tokenizer too. BERT drops control characters before it
 * looks for words: for it `a`, form feed, `b` is `ab`.
 */
function partsWords(text: string, start: number): boolean {
  const unit = text.charCodeAt(start - 1)
  return unit === 0x09 || unit === 0x0a || unit === 0x20 || unit >= 0xa0
}

/** The parts of `unit` in groups short enough to be counted as one. */
function* groups(unit: Unit, ends: RegExp, measure: Measure): Generator<Group> {
  let group: Unit[] = []
  let from = unit.start
  for (let start = unit.start; start < unit.end; ) {
    const end = partEnd(measure.text, start, unit.end, ends)
    if (group.length > 0 && end - from > LONGEST_CHUNK) {
      yield { parts: group, additive: addsUp(group, measured(from, start, measure)) }
      group = []
      from = start
    }
    const whole = start === unit.start && end === unit.end
    group.push(whole ? unit : measured(start, end, measure))
    start = end
  }
  yield {
    parts: group,
    additive: addsUp(group, from === unit.start ? unit : measured(from, unit.end, measure)),
  }
}

function partEnd(text: string, start: number, limit: number, ends: RegExp): number {
  ends.lastIndex = start
  return ends.test(text) ? Math.min(ends.lastIndex, limit) : limit
}

function addsUp(parts: readonly Unit[], whole: Unit): boolean {
  return (
    whole.tokens !== null &&
    parts.reduce((sum, part) => sum + (part.tokens ?? Number.NaN), 0) === whole.tokens
  )
}
