import type { ChunkFilter } from '../contracts.js'
import { documentFilter } from './document-filter.js'
import type { ChunkRange } from './document-table.js'
import { queries, type Select } from './queries.js'
import { allRows } from './run-query.js'
import type { Database } from './sqlite.js'

/** A document whose chunks take part in a vector search. */
export interface LaidOutDocument extends ChunkRange {
  readonly id: string
  /** The row of its first chunk. */
  readonly row: number
}

/** Which row of a table of vectors belongs to which chunk: in the order of path, then ordinal. */
export interface RowLayout {
  readonly rows: number
  readonly documents: readonly LaidOutDocument[]
  /** `[rows]` */
  readonly chunkIds: Float64Array
}

/** The rows of the documents that `filter` lets through. Reads `documents` alone; throws what SQLite throws. */
export function rowLayout(database: Database, filter: ChunkFilter): RowLayout {
  let rows = 0
  const documents = allRows(database, rangesQuery(filter)).map(({ id, first, count }) => {
    const row = rows
    rows += count
    return { id, first, count, row }
  })
  const chunkIds = new Float64Array(rows)
  for (const { first, count, row } of documents) {
    for (let i = 0; i < count; i++) chunkIds[row + i] = first + i
  }
  return { rows, documents, chunkIds }
}

/** The documents with chunks and their ids, by path in code-point order. */
export function rangesQuery(filter: ChunkFilter): Select<{ id: string; first: number; count: number }> {
  return queries
    .selectFrom('documents as d')
    .select(['d.id', 'd.chunk_count as count'])
    .select((eb) => eb.ref('d.first_chunk').$notNull().as('first'))
    .where(documentFilter(filter))
    .where('d.chunk_count', '>', queries.lit(0))
    .orderBy('d.path')
}
