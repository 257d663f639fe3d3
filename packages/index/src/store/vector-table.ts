import type { ScanHit } from '../vector/top-k.js'
import type { RowLayout } from './row-layout.js'

/** The vectors of some documents, ready to be searched again and again. */
export interface VectorTable {
  readonly layout: RowLayout
  /**
   * The `k` rows nearest to the unit vector `query`, best first, ties by row: every tier finds the same rows with the
   * same scores. Scores up to 0 may be among them. `allowed`, one byte a row, leaves out rows whose byte is 0. To be
   * called in the transaction whose state the table is of.
   */
  nearest(query: Float32Array, k: number, allowed?: Uint8Array): ScanHit[]
  /**
   * The dot product of every row with the unit vector `query`, as near as the table holds its vectors: int8 codes are off
   * by a thousandth or two. A view that holds until the next call.
   */
  cosines(query: Float32Array): Float32Array
  /** By how much each of {@link cosines} may be off; null: not at all. */
  readonly errors: Float32Array | null
}
