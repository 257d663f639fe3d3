import { type Block, BlockBuilder } from './block-builder.js'
import { LineReader } from './line-reader.js'
import { MarkdownClassifier } from './markdown-lines.js'

/** Blocks of a Markdown text under its ATX headings. */
export function markdownBlocks(text: string): Block[] {
  const builder = new BlockBuilder()
  const classifier = new MarkdownClassifier(text)
  const lines = new LineReader(text)
  while (lines.next()) {
    const kind = classifier.classify(lines)
    if (kind === 'body') builder.body(lines)
    else if (kind === 'blank') builder.blank()
    else if (kind === 'bare') builder.bareMarks(lines)
    else builder.heading(lines, kind)
  }
  return builder.finish()
}
