import type { ChunkFilter, IndexReader } from '@pinakes/index'
import type { PictureRows } from './contracts.js'

/** What the index holds of the documents that `filter` lets through, read in one snapshot. @throws IndexError */
export function readPictureRows(reader: IndexReader, filter: ChunkFilter = {}): PictureRows {
  return reader.snapshot(() => {
    const documents = reader.documents(filter)
    const shown = new Set(documents.map(({ id }) => id as string))
    const all = reader.documents()
    return {
      documents,
      hidden: new Set(all.map(({ id }) => id as string).filter((id) => !shown.has(id))),
      deleted: reader.documents({ state: 'deleted' }),
      chunks: reader.chunkCounts(filter),
      links: reader.graph().links(),
    }
  })
}
