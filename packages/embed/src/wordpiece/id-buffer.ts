/** A growing list of token ids. */
export class IdBuffer {
  #ids = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  clear(): void {
    this.#length = 0
  }

  push(id: number): void {
    if (this.#length === this.#ids.length) this.#grow()
    this.#ids[this.#length++] = id
  }

  /** A view that holds until the next change. */
  view(): Uint32Array {
    return this.#ids.subarray(0, this.#length)
  }

  /** A copy of the ids from `start` on. */
  copyFrom(start: number): Uint32Array {
    return this.#ids.slice(start, this.#length)
  }

  #grow(): void {
    const larger = new Uint32Array(this.#ids.length * 2)
    larger.set(this.#ids)
    this.#ids = larger
  }
}
