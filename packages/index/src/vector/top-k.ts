/** A row of a scan with its score. */
export interface ScanHit {
  /** Zero-based. */
  readonly row: number
  /** Dot product of the row with the query. */
  readonly score: number
}

/**
 * The `k` greatest scores, best first, ties by row ascending; NaN marks rows to leave out.
 * A heap of the best so far, worst at its root: most rows are turned away by one comparison.
 */
export function topScores(scores: Float32Array, k: number): ScanHit[] {
  const heap = new WorstFirstHeap(Math.min(k, scores.length))
  if (heap.capacity === 0) return []
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row] ?? Number.NaN
    // False for NaN. A later row with the score of the worst has the greater number and loses.
    if (score > heap.threshold) heap.add(row, score)
  }
  return heap.hits()
}

class WorstFirstHeap {
  readonly capacity: number
  /** Scores up to this need not be added; -Infinity while there is room. */
  threshold = Number.NEGATIVE_INFINITY
  readonly #scores: Float64Array
  readonly #rows: Int32Array
  #size = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.#scores = new Float64Array(capacity)
    this.#rows = new Int32Array(capacity)
  }

  add(row: number, score: number): void {
    if (this.#size < this.capacity) this.#siftUp(this.#size++, row, score)
    else this.#siftDown(row, score)
    if (this.#size === this.capacity) this.threshold = this.#score(0)
  }

  hits(): ScanHit[] {
    const found: ScanHit[] = []
    for (let i = 0; i < this.#size; i++) found.push({ row: this.#row(i), score: this.#score(i) })
    return found.sort((a, b) => b.score - a.score || a.row - b.row)
  }

  #siftUp(from: number, row: number, score: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isWorse(row, score, parent)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, row, score)
  }

  /** Replaces the root. */
  #siftDown(row: number, score: number): void {
    let at = 0
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#isWorse(this.#row(child + 1), this.#score(child + 1), child))
        child++
      if (this.#isWorse(row, score, child)) break
      this.#move(child, at)
      at = child
    }
    this.#put(at, row, score)
  }

  #isWorse(row: number, score: number, than: number): boolean {
    const other = this.#score(than)
    return score < other || (score === other && row > this.#row(than))
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#row(from), this.#score(from))
  }

  #put(at: number, row: number, score: number): void {
    this.#rows[at] = row
    this.#scores[at] = score
  }

  #row(at: number): number {
    return this.#rows[at] ?? 0
  }

  #score(at: number): number {
    return this.#scores[at] ?? 0
  }
}
