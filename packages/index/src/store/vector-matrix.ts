import { createFloat32Scan, type VectorScan } from '../vector/scan.js'
import type { ChunkRange } from './document-table.js'
import type { Condition } from './filter-sql.js'
import { type Database, prepare } from './sqlite.js'
import { decodeVectors } from './vector-blob.js'

/** The vectors of some documents, in the order of path, then ordinal. */
export interface VectorMatrix {
  readonly scan: VectorScan<Float32Array>
  /** The chunk id of each row. */
  readonly chunkIds: Float64Array
  /** The rows of each document. */
  readonly rowsOf: ReadonlyMap<string, ChunkRange>
}

type BlobRecord = [id: string, path: string, firstChunk: number, chunkCount: number, blob: Buffer]

/**
 * Loads the vectors of the documents that `condition` lets through, each blob straight into the scan's memory.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_CAPACITY`; what SQLite throws is passed on.
 */
export function loadMatrix(database: Database, dim: number, condition: Condition): VectorMatrix {
  const capacity = prepare(
    database,
    `SELECT coalesce(sum(d.chunk_count), 0) FROM documents d WHERE ${condition.sql}`,
  )
    .pluck()
    .get(...condition.values) as number
  const scan = createFloat32Scan({ dim, capacity })
  const chunkIds = new Float64Array(capacity)
  const rowsOf = new Map<string, ChunkRange>()
  let row = 0
  for (const [id, path, first, count, blob] of blobs(database, condition)) {
    decodeVectors(blob, { path, chunks: count, dim }, { vectors: scan.vectors, offset: row * dim })
    for (let i = 0; i < count; i++) chunkIds[row + i] = first + i
    rowsOf.set(id, { first: row, count })
    row += count
  }
  scan.rows = row
  return { scan, chunkIds, rowsOf }
}

/** CROSS JOIN holds SQLite to walking the paths in order; sorting would carry every blob through the sorter. */
function blobs(database: Database, condition: Condition): Iterable<BlobRecord> {
  const statement = prepare(
    database,
    `
    SELECT d.id, d.path, d.first_chunk, d.chunk_count, e.vectors
    FROM documents d CROSS JOIN embeddings e ON e.doc_id = d.id
    WHERE ${condition.sql} ORDER BY d.path`,
  )
  return statement.raw().iterate(...condition.values) as Iterable<BlobRecord>
}
