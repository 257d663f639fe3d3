import type { Chunk, ChunkInput } from '../contracts.js'

/** Chunks of a document, in document order (spec: retrieval §1). */
export function chunkDocument(input: ChunkInput): Chunk[] {
  const { text, countTokens } = input
  if (text.trim() === '') return []
  return [
    {
      ordinal: 0,
      text,
      charStart: 0,
      charEnd: [...text].length,
      tokenCount: countTokens(text),
      headingPath: null,
      unnumberedHeadingPath: null,
      pageStart: input.pageSpans === undefined ? null : 1,
      pageEnd: input.pageSpans === undefined ? null : input.pageSpans.length,
    },
  ]
}
