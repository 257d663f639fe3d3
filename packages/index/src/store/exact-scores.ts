import { createFloat32Scan, type VectorScan } from '../vector/scan.js'
import type { ScanHit } from '../vector/top-k.js'
import { damagedVectors } from './sealed-blob.js'
import { type Database, prepare } from './sqlite.js'
import { decodeVector } from './vector-blob.js'

/** Compares a query with a few vectors that are read from the file: the same kernel, so the same scores as a whole scan. */
export class StoredVectors {
  readonly #database: Database
  readonly #dim: number
  #scan: VectorScan | null = null

  constructor(database: Database, dim: number) {
    this.#database = database
    this.#dim = dim
  }

  /**
   * The scores of these chunks, best first, ties as they are listed; `row` is the place in the list.
   * @throws IndexError `VECTOR_WIDTH`, `INDEX_DAMAGED`; what SQLite throws is passed on.
   */
  scores(query: Float32Array, chunkIds: readonly number[]): ScanHit[] {
    if (chunkIds.length === 0) return []
    const scan = this.#scanFor(chunkIds.length)
    const select = prepare(this.#database, 'SELECT vector FROM embeddings WHERE chunk_id = ?').pluck()
    for (const [row, chunk] of chunkIds.entries()) {
      const vector = select.get(chunk) as Buffer | undefined
      if (vector === undefined)
        throw damagedVectors(this.#database, `the vector of chunk ${chunk} is missing`)
      decodeVector(this.#database, { chunk, vector }, { vectors: scan.vectors, dim: this.#dim, row })
    }
    scan.rows = chunkIds.length
    return scan.topK(query, chunkIds.length)
  }

  /** The vector at a place of the last list; a view that holds until the next call. */
  vector(place: number): Float32Array {
    return this.#scan?.vectors.subarray(place * this.#dim, (place + 1) * this.#dim) ?? new Float32Array(0)
  }

  /** The table of the last call if it is large enough: making one takes as long as filling it. */
  #scanFor(rows: number): VectorScan {
    if (this.#scan !== null && this.#scan.capacity >= rows) return this.#scan
    this.#scan = createFloat32Scan({ dim: this.#dim, capacity: Math.max(256, 2 * rows) })
    return this.#scan
  }
}
