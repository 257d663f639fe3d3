import { type DocumentKey, documentKeyText, rowKey } from './candidate.js'
import type { FrontierNote, FrontierReason } from './contracts.js'

/** Reasons of rows that the answer shows, and of what lies in another KB: they stay when the document was reached. */
const LASTING: ReadonlySet<FrontierReason> = new Set(['terminal', 'depth'])

/** Notes held while walking, for each row that the answer may have. */
const HELD_PER_ROW = 4

/** Collects where a walk stopped; holds no more than four notes for each row that the answer may have. */
export class FrontierNotes {
  readonly #notes = new Map<string, FrontierNote>()
  readonly #maxRows: number
  #cut = false

  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  /**
   * Notes why something was left out or not followed. The first note of a document and relation stays, unless it says why
   * the row was missing and the row has come since.
   */
  add(note: FrontierNote): void {
    const key = rowKey(note)
    const before = this.#notes.get(key)
    const outdated = before !== undefined && !LASTING.has(before.reason) && LASTING.has(note.reason)
    if (before !== undefined && !outdated) return
    if (before === undefined && this.#notes.size >= HELD_PER_ROW * this.#maxRows) this.#cut = true
    else this.#notes.set(key, note)
  }

  /** The notes to show: documents that are not in the answer first, then by distance. `cut`: there were more. */
  finish(reached: ReadonlySet<string>): { readonly notes: FrontierNote[]; readonly cut: boolean } {
    const isReached = (document: DocumentKey) => reached.has(documentKeyText(document))
    const left = [...this.#notes.values()].filter((note) => LASTING.has(note.reason) || !isReached(note))
    left.sort((a, b) => Number(isReached(a)) - Number(isReached(b)) || a.distance - b.distance)
    return { notes: left.slice(0, this.#maxRows), cut: this.#cut || left.length > this.#maxRows }
  }
}
