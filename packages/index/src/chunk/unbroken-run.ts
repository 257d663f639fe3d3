import { codePointLength } from '@pinakes/manifest'
import { IndexError } from '../errors.js'
import { fits, LONGEST_CHUNK, type Measure, measured, type Span, type Unit } from './measure.js'

/**
 * Cuts a run without whitespace into spans within the limits: spans of equal length in code points, as many as
 * its token count asks for; where characters are unevenly dear, a span is halved until it fits.
 */
export function* cutRun(run: Unit, measure: Measure): Generator<Span> {
  const size = spanLength(run, measure)
  for (let start = run.start; start < run.end; ) {
    const end = advance(measure.text, start, size, run.end)
    yield* halved(start, end, measure)
    start = end
  }
}

/** Code points in a span. */
function spanLength({ start, end, tokens }: Unit, { text, maxTokens }: Measure): number {
  // Half, because a code point may take two units.
  if (tokens === null) return LONGEST_CHUNK / 2
  const length = codePointLength(text.slice(start, end))
  return Math.max(1, Math.floor(length / Math.ceil(tokens / maxTokens)))
}

function* halved(start: number, end: number, measure: Measure): Generator<Span> {
  const span = measured(start, end, measure)
  if (fits(span, measure.maxTokens)) {
    yield span
    return
  }
  const length = codePointLength(measure.text.slice(start, end))
  if (length < 2) throw tooSmall(measure, span.tokens ?? 0)
  const middle = advance(measure.text, start, length >> 1, end)
  yield* halved(start, middle, measure)
  yield* halved(middle, end, measure)
}

/** The index `count` code points after `from`, at most `limit`. */
function advance(text: string, from: number, count: number, limit: number): number {
  let at = from
  for (let left = count; left > 0 && at < limit; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

function tooSmall({ maxTokens }: Measure, tokens: number): IndexError {
  return new IndexError({
    code: 'CHUNKING_SETTINGS',
    message: `[chunking] max_tokens = ${maxTokens} is too small: one character alone has ${tokens} tokens`,
    remedy: `Set [chunking] max_tokens to at least ${tokens} in pinakes.toml, then run: pnk sync`,
    details: { maxTokens, tokens },
  })
}
