import { codePointOffsets } from '@pinakes/manifest'
import type { Chunk, ChunkInput, ChunkingSettings } from '../contracts.js'
import { IndexError } from '../errors.js'
import type { Block } from './block-builder.js'
import { markdownBlocks } from './markdown-blocks.js'
import { outlineBlocks } from './outline-blocks.js'
import { pagesOf } from './pages.js'
import { plainBlocks } from './plain-blocks.js'
import { splitBlock } from './split-block.js'

/**
 * The chunks of one document in document order; none for text without content. Offsets are code points.
 *
 * Each block of consecutive non-blank lines is a chunk with the headings above it; a block of more than
 * `maxTokens` is split at sentences, words or characters, never cut off. Deterministic;
 * time and memory grow linearly with the text. Errors: `CHUNKING_SETTINGS`, `CHUNKING_PAGE_SPANS`, and whatever
 * `countTokens` throws.
 */
export function chunkDocument(input: ChunkInput): Chunk[] {
  const { text, settings, countTokens, pageSpans } = input
  checkSettings(settings)
  const offsets = codePointOffsets(text)
  const chunks: Chunk[] = []
  for (const block of blocksOf(input)) {
    for (const span of splitBlock(block, { text, countTokens, ...settings })) {
      const charStart = offsets.toCodePoint(span.start)
      const charEnd = offsets.toCodePoint(span.end)
      chunks.push({
        ordinal: chunks.length,
        text: text.slice(span.start, span.end),
        charStart,
        charEnd,
        tokenCount: span.tokens,
        headingPath: block.headingPath,
        unnumberedHeadingPath: block.unnumberedHeadingPath,
        ...pagesOf(charStart, charEnd, pageSpans),
      })
    }
  }
  return chunks
}

function blocksOf({ text, sourceType, settings }: ChunkInput): Block[] {
  if (sourceType === 'markdown') return markdownBlocks(text)
  if (sourceType === 'text' && settings.headings === 'numbered') return outlineBlocks(text)
  return plainBlocks(text)
}

function checkSettings({ maxTokens, overlap }: ChunkingSettings): void {
  if (maxTokens >= 1 && overlap < maxTokens) return
  throw new IndexError({
    code: 'CHUNKING_SETTINGS',
    message: `[chunking] overlap is ${overlap} and max_tokens is ${maxTokens}: overlap has to be the smaller one`,
    remedy: 'Lower [chunking] overlap or raise max_tokens in pinakes.toml',
    details: { maxTokens, overlap },
  })
}
