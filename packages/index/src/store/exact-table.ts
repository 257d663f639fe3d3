import type { ChunkFilter } from '../contracts.js'
import { createFloat32Scan } from '../vector/scan.js'
import { documentFilter } from './document-filter.js'
import { queries, type Select } from './queries.js'
import type { RowLayout } from './row-layout.js'
import { eachRow } from './run-query.js'
import { damagedVectors } from './sealed-blob.js'
import type { Database } from './sqlite.js'
import { decodeVector, type StoredVector } from './vector-blob.js'
import type { VectorTable } from './vector-table.js'

/** A filter, and the rows of what it lets through. */
export interface FilteredRows {
  readonly layout: RowLayout
  readonly filter: ChunkFilter
}

/**
 * The float32 vectors of the documents that `filter` lets through, in memory.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_CAPACITY`, `INDEX_DAMAGED`; what SQLite throws is passed on.
 */
export function loadExactTable(
  database: Database,
  dim: number,
  { layout, filter }: FilteredRows,
): VectorTable {
  const scan = createFloat32Scan({ dim, capacity: layout.rows })
  let row = 0
  for (const stored of eachRow(database, vectorsQuery(filter))) {
    if (layout.chunkIds[row] !== stored.chunk) break
    decodeVector(database, stored, { vectors: scan.vectors, dim, row })
    row++
  }
  if (row < layout.rows)
    throw damagedVectors(database, `the vector of chunk ${layout.chunkIds[row]} is missing`)
  scan.rows = row
  return {
    layout,
    nearest: (query, k, allowed) => scan.topK(query, k, allowed),
    cosines: (query) => scan.scores(query),
    errors: null,
  }
}

/** CROSS JOIN holds SQLite to walking the index on active paths in order; sorting would carry every vector through the sorter. */
export function vectorsQuery(filter: ChunkFilter): Select<StoredVector> {
  return queries
    .selectFrom('documents as d')
    .crossJoin('embeddings as e')
    .select(['e.chunk_id as chunk', 'e.vector'])
    .whereRef('e.chunk_id', '>=', 'd.first_chunk')
    .where((eb) =>
      eb('e.chunk_id', '<', eb(eb.ref('d.first_chunk').$notNull(), '+', eb.ref('d.chunk_count'))),
    )
    .where(documentFilter(filter))
    .orderBy('d.path')
    .orderBy('e.chunk_id')
}
