import { type Block, BlockBuilder } from './block-builder.js'
import { LineReader } from './line-reader.js'
import { isOutline, type OutlineCandidate, parseOutlineCandidate } from './outline-number.js'
import { plainBlocks } from './plain-blocks.js'
import { isBlank } from './whitespace.js'

/**
 * Blocks of a text under its numbered headings (`1. Scope`, `1.1 Terms`). All numbered lines must form one
 * outline; a single repeat, restart or skip rejects every heading, and the text is plain.
 */
export function outlineBlocks(text: string): Block[] {
  const candidates = findCandidates(text)
  if (!isOutline([...candidates.values()])) return plainBlocks(text)
  const builder = new BlockBuilder()
  const lines = new LineReader(text)
  while (lines.next()) {
    const found = candidates.get(lines.start)
    if (found !== undefined) {
      builder.heading(lines, { level: found.number.length, label: found.label, title: found.title })
    } else if (isBlank(text, lines.matchStart, lines.end)) builder.blank()
    else builder.body(lines)
  }
  return builder.finish()
}

/** Candidates by the index at which their line begins, in document order. */
function findCandidates(text: string): Map<number, OutlineCandidate> {
  const found = new Map<number, OutlineCandidate>()
  const lines = new LineReader(text)
  let afterBlank = true
  while (lines.next()) {
    const candidate = afterBlank ? parseOutlineCandidate(text.slice(lines.matchStart, lines.bodyEnd)) : null
    if (candidate !== null) found.set(lines.start, candidate)
    afterBlank = isBlank(text, lines.matchStart, lines.end)
  }
  return found
}
