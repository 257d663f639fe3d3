import { createFloat32Scan, type VectorScan } from '../vector/scan.js'

/** Vectors that are kept at most: those of 87,000 chunks at 384 numbers each. */
const MAX_BYTES = 2 ** 27
const FIRST_ROWS = 1024

/**
 * The float32 vectors of those rows of a table that were asked for, for queries to come: most of them ask for rows around
 * the same documents. Up to {@link MAX_BYTES}; what comes later is read from the file each time.
 */
export class VectorCache {
  readonly #dim: number
  readonly #known = new Set<number>()
  readonly #rows: number[] = []
  #scan: VectorScan | null = null

  constructor(dim: number) {
    this.#dim = dim
  }

  /** Keeps the vector of a row, if there is room; each row once. */
  add(row: number, vector: Float32Array): void {
    if (this.#known.has(row)) return
    const scan = this.#scanWithRoom()
    if (scan === null) return
    scan.vectors.set(vector, this.#rows.length * this.#dim)
    this.#known.add(row)
    this.#rows.push(row)
    scan.rows = this.#rows.length
  }

  /** Calls `use` with each row that is kept and its dot product with the unit vector `query`. */
  each(query: Float32Array, use: (row: number, score: number) => void): void {
    if (this.#scan === null) return
    const scores = this.#scan.scores(query)
    for (let i = 0; i < this.#rows.length; i++) use(this.#rows[i] as number, scores[i] as number)
  }

  #scanWithRoom(): VectorScan | null {
    const old = this.#scan
    if (old !== null && old.rows < old.capacity) return old
    const most = Math.floor(MAX_BYTES / (4 * this.#dim))
    const capacity = Math.min(most, old === null ? FIRST_ROWS : 2 * old.capacity)
    if (capacity <= (old?.capacity ?? 0)) return null
    const scan = createFloat32Scan({ dim: this.#dim, capacity })
    if (old !== null) scan.vectors.set(old.vectors)
    this.#scan = scan
    return scan
  }
}
