import type { ChunkFilter } from '../contracts.js'
import { createFloat32Scan, type VectorScan } from '../vector/scan.js'
import { documentFilter } from './document-filter.js'
import { countChunks } from './document-queries.js'
import type { ChunkRange } from './document-table.js'
import { queries, type Select } from './queries.js'
import { eachRow } from './run-query.js'
import type { Database } from './sqlite.js'
import { decodeVectors } from './vector-blob.js'

/** The vectors of some documents, in the order of path, then ordinal. */
export interface VectorMatrix {
  readonly scan: VectorScan<Float32Array>
  /** The chunk id of each row. */
  readonly chunkIds: Float64Array
  /** The rows of each document. */
  readonly rowsOf: ReadonlyMap<string, ChunkRange>
}

/** The vectors of one document. */
interface VectorBlob {
  readonly id: string
  readonly path: string
  readonly first: number
  readonly count: number
  readonly vectors: Buffer
}

/**
 * Loads the vectors of the documents that `filter` lets through, each blob straight into the scan's memory.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_CAPACITY`; what SQLite throws is passed on.
 */
export function loadMatrix(database: Database, dim: number, filter: ChunkFilter): VectorMatrix {
  const capacity = countChunks(database, filter)
  const scan = createFloat32Scan({ dim, capacity })
  const chunkIds = new Float64Array(capacity)
  const rowsOf = new Map<string, ChunkRange>()
  let row = 0
  for (const { id, path, first, count, vectors } of eachRow(database, vectorsQuery(filter))) {
    decodeVectors(vectors, { path, chunks: count, dim }, { vectors: scan.vectors, offset: row * dim })
    for (let i = 0; i < count; i++) chunkIds[row + i] = first + i
    rowsOf.set(id, { first: row, count })
    row += count
  }
  scan.rows = row
  return { scan, chunkIds, rowsOf }
}

/** CROSS JOIN holds SQLite to walking the index on active paths in order; sorting would carry every blob through the sorter. */
export function vectorsQuery(filter: ChunkFilter): Select<VectorBlob> {
  return queries
    .selectFrom('documents as d')
    .crossJoin('embeddings as e')
    .select(['d.id', 'd.path', 'd.chunk_count as count', 'e.vectors'])
    .select((eb) => eb.ref('d.first_chunk').$notNull().as('first'))
    .whereRef('e.doc_id', '=', 'd.id')
    .where(documentFilter(filter))
    .orderBy('d.path')
}
