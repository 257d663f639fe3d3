import { FNV_SEED, fnvExtend, fnvSlot } from './fnv.js'

/** Marks an entry that continues a word. */
const CONTINUATION = '##'
const HASH_SIGN = CONTINUATION.charCodeAt(0)

/** The hash of `##`, from which continuations are hashed on. */
export const CONTINUATION_SEED = fnvExtend(fnvExtend(FNV_SEED, HASH_SIGN), HASH_SIGN)

/** The arrays of a vocabulary, in the layout of the table file: ready to use as read, nothing to parse. */
export interface VocabularyArrays {
  /** Offset of each entry in `text`, in UTF-16 units, and one more for the end; `[size + 1]`. */
  readonly index: Uint32Array
  /** All entries one after another, `##` included. */
  readonly text: Uint16Array
  /** Entry id + 1, or 0 for an empty slot; open addressing with linear probing, the length a power of two. */
  readonly slots: Uint16Array
  /** Units in the longest entry. */
  readonly longest: number
  /** The id of `[UNK]`. */
  readonly unknownId: number
}

/** A WordPiece vocabulary that is searched by UTF-16 units, so that no string is made for a lookup. */
export class Vocabulary {
  readonly size: number
  readonly longest: number
  readonly unknownId: number
  readonly #index: Uint32Array
  readonly #text: Uint16Array
  readonly #slots: Uint16Array
  readonly #mask: number

  constructor(arrays: VocabularyArrays) {
    this.size = arrays.index.length - 1
    this.longest = arrays.longest
    this.unknownId = arrays.unknownId
    this.#index = arrays.index
    this.#text = arrays.text
    this.#slots = arrays.slots
    this.#mask = arrays.slots.length - 1
  }

  /**
   * The id of the entry that reads `units[from..to)`, after `##` if `from` is not 0, or -1.
   * `hash` is its hash, continued from {@link CONTINUATION_SEED} in that case.
   */
  find(hash: number, units: Uint16Array, from: number, to: number): number {
    const slots = this.#slots
    const skipped = from === 0 ? 0 : CONTINUATION.length
    let slot = fnvSlot(hash, this.#mask)
    // Bounded by the table, so that a damaged one without an empty slot cannot hang the search.
    for (let probe = 0; probe <= this.#mask; probe++) {
      const id = (slots[slot] ?? 0) - 1
      if (id < 0) return -1
      if (this.#reads(id, skipped, units, from, to)) return id
      slot = (slot + 1) & this.#mask
    }
    return -1
  }

  /** The text of an entry, `##` included; empty for an id outside of the vocabulary. */
  entry(id: number): string {
    return String.fromCharCode(...this.#text.subarray(this.#index[id], this.#index[id + 1]))
  }

  #reads(id: number, skipped: number, units: Uint16Array, from: number, to: number): boolean {
    const text = this.#text
    const start = this.#index[id] ?? 0
    const end = this.#index[id + 1] ?? 0
    if (end - start !== to - from + skipped) return false
    if (skipped > 0 && (text[start] !== HASH_SIGN || text[start + 1] !== HASH_SIGN)) return false
    for (let i = from, at = start + skipped; i < to; i++, at++) if (text[at] !== units[i]) return false
    return true
  }
}

/** The arrays of a vocabulary given as a list, such as the lines of a `vocab.txt`: fewer than 65,535 entries. */
export function vocabularyArrays(entries: readonly string[], unknown = '[UNK]'): VocabularyArrays {
  const index = new Uint32Array(entries.length + 1)
  for (const [id, entry] of entries.entries()) index[id + 1] = (index[id] ?? 0) + entry.length
  const text = new Uint16Array(index[entries.length] ?? 0)
  const slots = new Uint16Array(2 ** Math.ceil(Math.log2(Math.max(2, entries.length * 2))))
  let at = 0
  for (const [id, entry] of entries.entries()) {
    let hash = FNV_SEED
    for (let i = 0; i < entry.length; i++) {
      const unit = entry.charCodeAt(i)
      text[at++] = unit
      hash = fnvExtend(hash, unit)
    }
    let slot = fnvSlot(hash, slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = id + 1
  }
  const longest = entries.reduce((most, entry) => Math.max(most, entry.length), 0)
  return { index, text, slots, longest, unknownId: entries.indexOf(unknown) }
}
