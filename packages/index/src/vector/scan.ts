import { IndexError } from '../errors.js'
import { kernelOver } from './kernel.js'
import { RowCount } from './row-count.js'
import { rowMask } from './row-mask.js'
import { scanMemory } from './scan-memory.js'
import { type ScanHit, topScores } from './top-k.js'

/** The shape of a table of vectors. */
export interface ScanOptions {
  /** Numbers in a vector, 1 to 65,535; any width, multiples of 16 are fastest. */
  readonly dim: number
  /** Rows there is room for. */
  readonly capacity: number
}

/** A table of vectors that is scanned whole: exact, in memory, no index to build. */
export interface VectorScan {
  readonly dim: number
  readonly capacity: number
  /** Row-major `[capacity * dim]`, zeroed at first; fill it in place, then set `rows`. */
  readonly vectors: Float32Array
  /** Rows in use, 0 to `capacity`. */
  rows: number
  /**
   * The `k` rows with the greatest dot product, best first, ties by row ascending; fewer if there are fewer.
   * `allowed`, one byte a row, leaves out rows whose byte is 0 and rows beyond its end. Rows that score NaN are
   * left out. Deterministic. Error: `VECTOR_WIDTH` for a query of another width.
   */
  topK(query: Float32Array, k: number, allowed?: Uint8Array): ScanHit[]
  /** The dot product of each row in use. A view that holds until the next call. Error: `VECTOR_WIDTH`. */
  scores(query: Float32Array): Float32Array
}

/**
 * An empty table of float32 vectors. Scores are sums in float32, in another order than a plain loop: they differ
 * from it by rounding, about 1e-7 for unit vectors. Errors: `VECTOR_CAPACITY`, `VECTOR_WIDTH`.
 */
export function createFloat32Scan({ dim, capacity }: ScanOptions): VectorScan {
  const memory = scanMemory({ dim, capacity, rowBytes: 4, queryBytes: 4 })
  const { buffer } = memory.memory
  const kernel = kernelOver(memory.memory)
  const queryPlace = new Float32Array(buffer, memory.query, dim)
  const setMask = rowMask(memory, capacity)
  const used = new RowCount(capacity)
  const scan = (query: Float32Array, allowed?: Uint8Array) => {
    if (query.length !== dim) throw wrongWidth(query.length, dim)
    queryPlace.set(query)
    const mask = setMask(allowed, used.count)
    kernel.scan_f32(memory.rows, used.count, dim, memory.query, mask, memory.scores)
    return new Float32Array(buffer, memory.scores, used.count)
  }
  return {
    dim,
    capacity,
    vectors: new Float32Array(buffer, memory.rows, dim * capacity),
    get rows() {
      return used.count
    },
    set rows(count) {
      used.count = count
    },
    topK: (query, k, allowed) => topScores(scan(query, allowed), k),
    scores: (query) => scan(query),
  }
}

/** For a query whose width is not that of the table. */
export function wrongWidth(found: number, expected: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `the query has ${found} numbers; the vectors of the index have ${expected}`,
    remedy: 'Run: pnk sync --rebuild',
    details: { found, expected },
  })
}
