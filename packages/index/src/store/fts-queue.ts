import type { Database, Statement } from './sqlite.js'

/** A chunk as the full-text table takes it. */
export interface FtsRow {
  readonly chunkId: number
  readonly text: string
  readonly terms: string
}

type Change =
  | { readonly kind: 'put'; readonly row: FtsRow }
  | { readonly kind: 'remove'; readonly chunkId: number }

/**
 * Changes of `chunks_fts` that wait for the end of a transaction. FTS5 collects rows in memory and writes them as one
 * segment, but each savepoint forces it to write what it has: a savepoint a document made a segment a document, and a
 * first build half as long again (tools/bench/index-write). So the rows stay here while savepoints come and go.
 */
export class FtsQueue {
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #changes: Change[] = []
  #characters = 0

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO chunks_fts (rowid, text, terms) VALUES (?, ?, ?)')
    this.#delete = database.prepare('DELETE FROM chunks_fts WHERE rowid = ?')
  }

  /** UTF-16 units waiting. */
  get characters(): number {
    return this.#characters
  }

  put(row: FtsRow): void {
    this.#changes.push({ kind: 'put', row })
    this.#characters += row.text.length + row.terms.length
  }

  remove(chunkId: number): void {
    this.#changes.push({ kind: 'remove', chunkId })
  }

  /** The place to {@link rewind} to. */
  mark(): number {
    return this.#changes.length
  }

  /** Forgets what was queued since `mark`. */
  rewind(mark: number): void {
    for (const change of this.#changes.splice(mark)) {
      if (change.kind === 'put') this.#characters -= change.row.text.length + change.row.terms.length
    }
  }

  /** Applies everything, inside the caller's transaction; throws what SQLite throws. */
  flush(): void {
    const { removals, rows } = settle(this.#changes)
    for (const chunkId of removals) this.#delete.run(chunkId)
    // Ascending ids keep FTS5 from starting a new segment in between.
    for (const { chunkId, text, terms } of rows.sort((a, b) => a.chunkId - b.chunkId)) {
      this.#insert.run(chunkId, text, terms)
    }
    this.rewind(0)
  }
}

/** What is left to do once puts and removals of one id have cancelled each other out. */
function settle(changes: readonly Change[]): { removals: Set<number>; rows: FtsRow[] } {
  const removals = new Set<number>()
  const rows = new Map<number, FtsRow>()
  for (const change of changes) {
    if (change.kind === 'put') rows.set(change.row.chunkId, change.row)
    else if (!rows.delete(change.chunkId)) removals.add(change.chunkId)
  }
  return { removals, rows: [...rows.values()] }
}
