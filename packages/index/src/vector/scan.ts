/** A row of a scan with its score. */
export interface ScanHit {
  /** Zero-based. */
  readonly row: number
  /** Dot product of the row with the query. */
  readonly score: number
}

export interface ScanOptions {
  /** Numbers in a vector, at least 1. */
  readonly dim: number
  /** Rows there is room for. */
  readonly capacity: number
}

/** A table of vectors that is scanned whole, exactly. */
export interface VectorScan<Vector extends Float32Array | Int8Array> {
  readonly dim: number
  readonly capacity: number
  /** Row-major `[capacity * dim]`; fill it in place, then set `rows`. */
  readonly vectors: Vector
  /** Rows in use, 0..capacity. */
  rows: number
  /**
   * The `k` rows with the greatest dot product, best first, ties by row ascending; fewer if there are fewer.
   * `allowed`, one byte a row, leaves out the rows whose byte is 0.
   */
  topK(query: Vector, k: number, allowed?: Uint8Array): ScanHit[]
}

/** An empty float32 table. */
export function createFloat32Scan({ dim, capacity }: ScanOptions): VectorScan<Float32Array> {
  return scanOver(new Float32Array(dim * capacity), dim, capacity)
}

/** An empty int8 table; scores are int32. */
export function createInt8Scan({ dim, capacity }: ScanOptions): VectorScan<Int8Array> {
  return scanOver(new Int8Array(dim * capacity), dim, capacity)
}

function scanOver<Vector extends Float32Array | Int8Array>(vectors: Vector, dim: number, capacity: number) {
  const scan: VectorScan<Vector> = {
    dim,
    capacity,
    vectors,
    rows: 0,
    topK(query, k, allowed) {
      const hits: ScanHit[] = []
      for (let row = 0; row < scan.rows; row++) {
        if (allowed !== undefined && allowed[row] === 0) continue
        let score = 0
        for (let i = 0; i < dim; i++) score += (vectors[row * dim + i] ?? 0) * (query[i] ?? 0)
        hits.push({ row, score })
      }
      return hits.sort((a, b) => b.score - a.score || a.row - b.row).slice(0, k)
    },
  }
  return scan
}
