import type { CosineBounds } from '@pinakes/index'

/** What float32 arithmetic adds when errors are added and taken off. */
const SLACK = 1e-6

/**
 * Cosines of chunks with a query, at least 0, by row: the order of path, then ordinal. Exact ones are asked for only where
 * they decide: what is certainly among the best, or certainly not, needs none.
 */
export class QueryCosines {
  readonly #bounds: Pick<CosineBounds, 'cosines' | 'errors' | 'settle'>

  constructor(bounds: Pick<CosineBounds, 'cosines' | 'errors' | 'settle'>) {
    this.#bounds = bounds
  }

  /** The `k` rows of the greatest cosine, in any order; `rows` ascend, and of equal ones the earlier are taken. */
  top(rows: readonly number[], k: number): readonly number[] {
    if (k <= 0) return []
    if (rows.length <= k) return rows
    this.#settleWhatDecides(rows, k)
    const best = new Greatest(k)
    // What is not settled is far from the border, on whichever side.
    for (const row of rows) best.add(row, this.at(row))
    return best.rows
  }

  /** Makes those exact that may be on either side of the border between the `k` best and the others. */
  #settleWhatDecides(rows: readonly number[], k: number): void {
    const { errors, settle } = this.#bounds
    if (errors === null || rows.every((row) => errors[row] === 0)) return
    const lows = new Greatest(k)
    const highs = new Greatest(k + 1)
    for (const row of rows) {
      lows.add(row, this.low(row))
      highs.add(row, this.high(row))
    }
    settle(rows.filter((row) => this.low(row) <= highs.least && this.high(row) >= lows.least))
  }

  /** Makes the cosines of `rows` exact. */
  settle(rows: readonly number[]): void {
    this.#bounds.settle(rows)
  }

  at(row: number): number {
    return Math.max(0, this.#bounds.cosines[row] as number)
  }

  low(row: number): number {
    const error = this.#error(row)
    return error === 0 ? this.at(row) : Math.max(0, (this.#bounds.cosines[row] as number) - error - SLACK)
  }

  high(row: number): number {
    const error = this.#error(row)
    return error === 0 ? this.at(row) : Math.max(0, (this.#bounds.cosines[row] as number) + error + SLACK)
  }

  #error(row: number): number {
    return this.#bounds.errors === null ? 0 : (this.#bounds.errors[row] as number)
  }
}

/** The greatest of some numbers, the earlier of equal ones: a sorted list, for few. */
class Greatest {
  readonly rows: number[] = []
  readonly #values: number[] = []
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The least of them. */
  get least(): number {
    return this.#values.at(-1) ?? 0
  }

  add(row: number, value: number): void {
    const { rows } = this
    const values = this.#values
    if (values.length === this.#capacity) {
      if (value <= this.least) return
      values.pop()
      rows.pop()
    }
    let at = values.length
    while (at > 0 && (values[at - 1] as number) < value) at--
    values.splice(at, 0, value)
    rows.splice(at, 0, row)
  }
}
