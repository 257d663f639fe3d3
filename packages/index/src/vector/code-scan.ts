import { type CodedQuery, codeQuery } from './codes.js'
import { kernelOver } from './kernel.js'
import { RowCount } from './row-count.js'
import { rowMask } from './row-mask.js'
import { type ScanOptions, wrongWidth } from './scan.js'
import { scanMemory } from './scan-memory.js'

/** A table of vectors rounded to int8 (see `codes.ts`), a quarter of the memory of float32. */
export interface CodeScan {
  readonly dim: number
  readonly capacity: number
  /** Row-major `[capacity * dim]`; fill the three in place, then set `rows`. */
  readonly codes: Int8Array
  /** `[capacity]`: a number of a row is its code times the row's scale. */
  readonly scales: Float32Array
  /** `[capacity]`: how far the dot product with a unit query can be from that of the codes. */
  readonly errors: Float32Array
  /** Rows in use, 0 to `capacity`. */
  rows: number
  /**
   * An upper bound on the dot product of each row with the unit vector `query`; NaN for rows that `allowed` leaves
   * out, as in `VectorScan.topK`. A view that holds until the next call. Error: `VECTOR_WIDTH`.
   */
  bounds(query: Float32Array, allowed?: Uint8Array): Float32Array
}

/** An empty table of coded vectors. Errors: `VECTOR_CAPACITY`, `VECTOR_WIDTH`. */
export function createCodeScan({ dim, capacity }: ScanOptions): CodeScan {
  const memory = scanMemory({ dim, capacity, rowBytes: 1, queryBytes: 2, rowFloats: 2 })
  const [scales = 0, errors = 0] = memory.floats
  const { buffer } = memory.memory
  const kernel = kernelOver(memory.memory)
  const queryPlace = new Int16Array(buffer, memory.query, dim)
  const setMask = rowMask(memory, capacity)
  const used = new RowCount(capacity)
  const scan = ({ numbers, scale }: CodedQuery, mask: number) => {
    queryPlace.set(numbers)
    kernel.scan_i8(memory.rows, used.count, dim, memory.query, mask, memory.scores)
    kernel.bound_i8(memory.scores, used.count, scales, errors, scale)
  }
  return {
    dim,
    capacity,
    codes: new Int8Array(buffer, memory.rows, dim * capacity),
    scales: new Float32Array(buffer, scales, capacity),
    errors: new Float32Array(buffer, errors, capacity),
    get rows() {
      return used.count
    },
    set rows(count) {
      used.count = count
    },
    bounds(query, allowed) {
      if (query.length !== dim) throw wrongWidth(query.length, dim)
      scan(codeQuery(query), setMask(allowed, used.count))
      return new Float32Array(buffer, memory.scores, used.count)
    },
  }
}
