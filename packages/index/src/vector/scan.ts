import { IndexError } from '../errors.js'
import { type Kernel, kernelOver } from './kernel.js'
import { type ScanMemory, scanMemory } from './scan-memory.js'
import { type ScanHit, topScores } from './top-k.js'

export interface ScanOptions {
  /** Numbers in a vector, 1 to 65,535; any width, multiples of 16 are fastest. */
  readonly dim: number
  /** Rows there is room for. */
  readonly capacity: number
}

/** A table of vectors that is scanned whole: exact, in memory, no index to build. */
export interface VectorScan<Vector extends Float32Array | Int8Array> {
  readonly dim: number
  readonly capacity: number
  /** Row-major `[capacity * dim]`, zeroed at first; fill it in place, then set `rows`. */
  readonly vectors: Vector
  /** Rows in use, 0 to `capacity`. */
  rows: number
  /**
   * The `k` rows with the greatest dot product, best first, ties by row ascending; fewer if there are fewer.
   * `allowed`, one byte a row, leaves out rows whose byte is 0 and rows beyond its end. Rows that score NaN are
   * left out. Deterministic. Error: `VECTOR_WIDTH` for a query of another width.
   */
  topK(query: Vector, k: number, allowed?: Uint8Array): ScanHit[]
}

/**
 * An empty table of float32 vectors. Scores are sums in float32, in another order than a plain loop: they differ
 * from it by rounding, about 1e-7 for unit vectors. Errors: `VECTOR_CAPACITY`, `VECTOR_WIDTH`.
 */
export function createFloat32Scan(options: ScanOptions): VectorScan<Float32Array> {
  const { dim, capacity } = options
  const memory = scanMemory({ dim, capacity, rowBytes: 4, queryBytes: 4 })
  const { buffer } = memory.memory
  const query = new Float32Array(buffer, memory.query, dim)
  return tableOver(options, memory, {
    vectors: new Float32Array(buffer, memory.rows, dim * capacity),
    function: 'scan_f32',
    setQuery: (vector) => query.set(vector),
    scores: (rows) => new Float32Array(buffer, memory.scores, rows),
    absent: Number.NaN,
  })
}

/** An empty table of int8 vectors; scores are exact 32-bit integers. Errors: `VECTOR_CAPACITY`, `VECTOR_WIDTH`. */
export function createInt8Scan(options: ScanOptions): VectorScan<Int8Array> {
  const { dim, capacity } = options
  const memory = scanMemory({ dim, capacity, rowBytes: 1, queryBytes: 2 })
  const { buffer } = memory.memory
  const query = new Int16Array(buffer, memory.query, dim)
  return tableOver(options, memory, {
    vectors: new Int8Array(buffer, memory.rows, dim * capacity),
    function: 'scan_i8',
    setQuery: (vector) => query.set(vector),
    scores: (rows) => new Int32Array(buffer, memory.scores, rows),
    absent: -(2 ** 31),
  })
}

/** What differs between the number types. */
interface NumberType<Vector> {
  readonly vectors: Vector
  readonly function: keyof Kernel
  readonly setQuery: (query: Vector) => void
  readonly scores: (rows: number) => Float32Array | Int32Array
  /** The score of a row that is left out. */
  readonly absent: number
}

function tableOver<Vector extends Float32Array | Int8Array>(
  { dim, capacity }: ScanOptions,
  memory: ScanMemory,
  type: NumberType<Vector>,
): VectorScan<Vector> {
  const scan = kernelOver(memory.memory)[type.function]
  const mask = new Uint8Array(memory.memory.buffer, memory.allowed, capacity)
  let rows = 0
  return {
    dim,
    capacity,
    vectors: type.vectors,
    get rows() {
      return rows
    },
    set rows(count) {
      if (!(count >= 0 && count <= capacity)) throw new RangeError(`rows ${count} is not in 0..${capacity}`)
      rows = count
    },
    topK(query, k, allowed) {
      if (query.length !== dim) throw wrongWidth(query.length, dim)
      type.setQuery(query)
      if (allowed !== undefined) setMask(mask, allowed, rows)
      scan(memory.rows, rows, dim, memory.query, allowed === undefined ? 0 : memory.allowed, memory.scores)
      return topScores(type.scores(rows), k, type.absent)
    },
  }
}

function setMask(mask: Uint8Array, allowed: Uint8Array, rows: number): void {
  const given = Math.min(rows, allowed.length)
  mask.set(allowed.subarray(0, given))
  mask.fill(0, given, rows)
}

function wrongWidth(found: number, expected: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `the query has ${found} numbers; the vectors of the index have ${expected}`,
    remedy: 'Run: pnk sync --rebuild',
    details: { found, expected },
  })
}
