import { LONGEST_CHUNK, type Measure, type Span } from './measure.js'
import type { Piece } from './pieces.js'

/** Consecutive pieces that are to become one chunk; its count is that of the joined text. */
export class Window {
  readonly #measure: Measure
  #pieces: Piece[] = []
  #tokens = 0
  /** Whether all counts so far add up; if not, every longer window is counted anew. */
  #summed = true

  constructor(measure: Measure) {
    this.#measure = measure
  }

  /** Adds the piece if the window then keeps the limits; says whether it did. An empty window takes any piece. */
  tryAdd(piece: Piece): boolean {
    const first = this.#pieces[0]
    const summed = first === undefined || (this.#summed && piece.additive)
    const tokens = summed ? this.#tokens + piece.tokens : this.#count(first, piece)
    if (first !== undefined && !this.#keepsLimits(first, piece, tokens)) return false
    this.#pieces.push(piece)
    this.#tokens = tokens
    this.#summed = summed
    return true
  }

  /** The window as a range; null while it is empty. */
  span(): Span | null {
    const first = this.#pieces[0]
    const last = this.#pieces.at(-1)
    return first && last ? { start: first.start, end: last.end, tokens: this.#tokens } : null
  }

  /** A window of the last whole pieces that together have at most `overlap` tokens. */
  carry(overlap: number): Window {
    const carried = new Window(this.#measure)
    if (overlap === 0) return carried
    let after: Piece | undefined
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i]
      if (piece === undefined || !carried.#tryPrepend(piece, after, overlap)) break
      after = piece
    }
    carried.#pieces.reverse()
    return carried
  }

  /** Puts `piece` before the others (the list is reversed meanwhile) if they then have at most `limit` tokens. */
  #tryPrepend(piece: Piece, after: Piece | undefined, limit: number): boolean {
    const last = this.#pieces[0]
    const summed = last === undefined || (this.#summed && after?.additive === true)
    const tokens = summed ? this.#tokens + piece.tokens : this.#count(piece, last)
    if (tokens > limit) return false
    this.#pieces.push(piece)
    this.#tokens = tokens
    this.#summed = summed
    return true
  }

  #keepsLimits(first: Piece, last: Piece, tokens: number): boolean {
    return tokens <= this.#measure.maxTokens && last.end - first.start <= LONGEST_CHUNK
  }

  #count(first: Piece, last: Piece): number {
    if (last.end - first.start > LONGEST_CHUNK) return Number.POSITIVE_INFINITY
    return this.#measure.countTokens(this.#measure.text.slice(first.start, last.end))
  }
}
