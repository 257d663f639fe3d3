/** What is known of the nearness of chunks to a query, by row: the order of path, then ordinal. */
export interface CosineSource {
  readonly cosines: Float32Array
  /** By how much each may be off; null: not at all. */
  readonly errors: Float32Array | null
  /** The cosines of some rows, from their float32 vectors. */
  exact(rows: readonly number[]): Float32Array
}

/** What float32 arithmetic adds when errors are added and taken off. */
const SLACK = 1e-6

/**
 * Cosines at least 0, of which the exact ones are asked for only where they decide: what is certainly among the best, or
 * certainly not, needs none.
 */
export class QueryCosines {
  readonly #source: CosineSource
  readonly #exact = new Map<number, number>()

  constructor(source: CosineSource) {
    this.#source = source
  }

  /** The `k` rows of the greatest cosine, in any order; `rows` ascend, and of equal ones the earlier are taken. */
  top(rows: readonly number[], k: number): readonly number[] {
    if (rows.length <= k) return rows
    const lows = Float64Array.from(rows, (row) => this.low(row)).sort()
    const highs = Float64Array.from(rows, (row) => this.high(row)).sort()
    const least = lows.at(-k) as number
    const next = highs.at(-k - 1) as number
    const certain = rows.filter((row) => this.low(row) > next)
    const open = rows.filter((row) => this.low(row) <= next && this.high(row) >= least)
    const room = k - certain.length
    return [...certain, ...(open.length <= room ? open : this.#best(open).slice(0, room))]
  }

  #best(rows: readonly number[]): number[] {
    const cosines = this.exact(rows)
    return rows
      .map((row, i) => ({ row, cosine: cosines[i] as number }))
      .sort((a, b) => b.cosine - a.cosine || a.row - b.row)
      .map(({ row }) => row)
  }

  /** Exact cosines of `rows`, in the order given. */
  exact(rows: readonly number[]): number[] {
    const { cosines, errors } = this.#source
    if (errors === null) return rows.map((row) => Math.max(0, cosines[row] as number))
    // What is 0 by its upper bound need not be read.
    const unknown = rows.filter((row) => !this.#exact.has(row) && this.high(row) > 0)
    const read = unknown.length === 0 ? [] : this.#source.exact(unknown)
    for (const [i, row] of unknown.entries()) this.#exact.set(row, Math.max(0, read[i] as number))
    return rows.map((row) => this.#exact.get(row) ?? 0)
  }

  low(row: number): number {
    const { cosines, errors } = this.#source
    if (errors === null) return Math.max(0, cosines[row] as number)
    return Math.max(0, (cosines[row] as number) - (errors[row] as number) - SLACK)
  }

  high(row: number): number {
    const { cosines, errors } = this.#source
    if (errors === null) return Math.max(0, cosines[row] as number)
    return Math.max(0, (cosines[row] as number) + (errors[row] as number) + SLACK)
  }
}
