import { StoredVectors } from './exact-scores.js'
import { type Database, prepare } from './sqlite.js'
import { unitQuery } from './unit-query.js'

/** Vectors that are read and compared at a time: a megabyte or two, however many chunks the documents have. */
const BATCH = 1024

interface OwnedChunk {
  readonly chunk: number
  readonly document: string
}

/**
 * How near each of the documents comes to `query`: the greatest cosine of its chunks, -1 to 1. Documents without chunks
 * are absent, all of them where the query is the zero vector.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_NOT_FINITE`, `INDEX_DAMAGED`; what SQLite throws is passed on.
 */
export function documentCosines(
  database: Database,
  query: { readonly vector: Float32Array; readonly dim: number },
  ids: readonly string[],
): Map<string, number> {
  const best = new Map<string, number>()
  const unit = unitQuery(query.vector, query.dim)
  if (unit === null) return best
  const vectors = new StoredVectors(database, query.dim)
  const owned = ids.flatMap((id) => chunksOf(database, id))
  for (let from = 0; from < owned.length; from += BATCH) {
    const batch = owned.slice(from, from + BATCH)
    for (const { row, score } of vectors.scores(
      unit,
      batch.map(({ chunk }) => chunk),
    )) {
      const document = batch[row]?.document ?? ''
      // Float32 rounding can carry the product of two unit vectors past 1.
      const cosine = Math.max(-1, Math.min(1, score))
      if (cosine > (best.get(document) ?? Number.NEGATIVE_INFINITY)) best.set(document, cosine)
    }
  }
  return best
}

function chunksOf(database: Database, document: string): OwnedChunk[] {
  const range = prepare(
    database,
    "SELECT first_chunk, chunk_count FROM documents WHERE id = ? AND state = 'active' AND chunk_count > 0",
  )
    .raw()
    .get(document) as [number, number] | undefined
  if (range === undefined) return []
  const [first, count] = range
  return Array.from({ length: count }, (_, i) => ({ chunk: first + i, document }))
}
