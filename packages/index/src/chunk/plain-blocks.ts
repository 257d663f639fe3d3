import { type Block, BlockBuilder } from './block-builder.js'
import { LineReader } from './line-reader.js'
import { isBlank } from './whitespace.js'

/** Runs of non-blank lines, without headings: code, PDF text and plain text. */
export function plainBlocks(text: string): Block[] {
  const builder = new BlockBuilder()
  const lines = new LineReader(text)
  while (lines.next()) {
    if (isBlank(text, lines.matchStart, lines.end)) builder.blank()
    else builder.body(lines)
  }
  return builder.finish()
}
