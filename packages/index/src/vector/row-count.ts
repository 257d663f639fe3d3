/** How many rows of a table are in use; never more than there is room for. */
export class RowCount {
  readonly #capacity: number
  #count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get count(): number {
    return this.#count
  }

  /** Throws RangeError for a count outside of 0 to the capacity. */
  set count(count: number) {
    if (!(count >= 0 && count <= this.#capacity)) {
      throw new RangeError(`rows ${count} is not in 0..${this.#capacity}`)
    }
    this.#count = count
  }
}
