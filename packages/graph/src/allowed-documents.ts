import type { ChunkFilter, IndexReader } from '@pinakes/index'

/** The ids of the documents with chunks that `filter` lets through; null where it lets everything through. */
export function allowedDocuments(reader: IndexReader, filter: ChunkFilter): ReadonlySet<string> | null {
  const isOpen = Object.values(filter).every((value) => value === undefined)
  return isOpen ? null : new Set(reader.chunkCounts(filter).keys())
}
