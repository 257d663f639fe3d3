import type { ChunkRow } from '@pinakes/index'
import { sliceCodePoints } from '@pinakes/manifest'

/** A piece of indexed text put together from passages. Offsets are code points into the indexed text. */
export interface StitchedText {
  readonly text: string
  readonly charStart: number
  readonly charEnd: number
}

/**
 * What the stored passages of one document hold of `[start, end)`. Overlaps appear once; where no passage has the text
 * (blank lines, as a rule) each missing code point is a line feed, so that offsets keep their meaning. The result
 * begins and ends with stored text; outside of all passages it is empty. `chunks` in document order.
 */
export function stitch(
  chunks: readonly Pick<ChunkRow, 'text' | 'charStart' | 'charEnd'>[],
  start = 0,
  end = Number.POSITIVE_INFINITY,
): StitchedText {
  const parts: string[] = []
  let first: number | null = null
  let position = start
  for (const { text, charStart, charEnd } of chunks) {
    const from = Math.max(position, charStart)
    const to = Math.min(end, charEnd)
    if (from >= to) continue
    if (first === null) first = from
    else parts.push('\n'.repeat(from - position))
    parts.push(sliceCodePoints(text, from - charStart, to - charStart))
    position = to
  }
  return { text: parts.join(''), charStart: first ?? start, charEnd: first === null ? start : position }
}
