import { fnvSlot } from './fnv.js'
import type { IdBuffer } from './id-buffer.js'

const SLOTS = 1 << 15
/** Half of the slots: beyond it, probes grow long, so everything is forgotten and refilled by what is in use. */
const MOST_ENTRIES = SLOTS / 2

/** Remembers the ids of words that are no vocabulary entry, by their units: rare words repeat within a document. */
export class WordCache {
  /** Entry + 1, or 0. */
  #slots = new Uint16Array(SLOTS)
  #hashes = new Int32Array(MOST_ENTRIES)
  #words: Uint16Array[] = []
  #ids: Uint32Array[] = []

  /** Appends the ids of `units[0..length)` and returns true, or returns false for a word not seen. */
  append(hash: number, units: Uint16Array, length: number, ids: IdBuffer): boolean {
    const found = this.#ids[this.#slot(hash, units, length) - 1]
    if (found === undefined) return false
    for (const id of found) ids.push(id)
    return true
  }

  /** Remembers a word that is not there yet. */
  add(hash: number, units: Uint16Array, length: number, ids: Uint32Array): void {
    if (this.#words.length === MOST_ENTRIES) this.#forget()
    let slot = fnvSlot(hash, SLOTS - 1)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#hashes[this.#words.length] = hash
    this.#words.push(units.slice(0, length))
    this.#ids.push(ids)
    this.#slots[slot] = this.#words.length
  }

  /** Entry + 1 of the word, or 0. */
  #slot(hash: number, units: Uint16Array, length: number): number {
    let slot = fnvSlot(hash, SLOTS - 1)
    for (;;) {
      const entry = this.#slots[slot] ?? 0
      if (entry === 0) return 0
      if (this.#hashes[entry - 1] === hash && sameUnits(this.#words[entry - 1], units, length)) return entry
      slot = (slot + 1) & (SLOTS - 1)
    }
  }

  #forget(): void {
    this.#slots.fill(0)
    this.#words = []
    this.#ids = []
  }
}

function sameUnits(word: Uint16Array | undefined, units: Uint16Array, length: number): boolean {
  if (word?.length !== length) return false
  for (let i = 0; i < length; i++) if (word[i] !== units[i]) return false
  return true
}
