import type { LexicalColumns } from '../lexical/analyze.js'
import type { Database, Statement } from './sqlite.js'

/** A chunk as the full-text table takes it. */
export interface FtsRow extends LexicalColumns {
  readonly chunkId: number
}

interface Change {
  readonly kind: 'put' | 'remove'
  readonly row: FtsRow
}

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
    this.#delete = database.prepare(
      "INSERT INTO chunks_fts (chunks_fts, rowid, text, terms) VALUES ('delete', ?, ?, ?)",
    )
  }

  /** UTF-16 units waiting. */
  get characters(): number {
    return this.#characters
  }

  put(row: FtsRow): void {
    this.#add({ kind: 'put', row })
  }

  /** `row` as it was put: FTS5 finds what to remove by its words, and counts by them what is left. */
  remove(row: FtsRow): void {
    this.#add({ kind: 'remove', row })
  }

  #add(change: Change): void {
    this.#changes.push(change)
    this.#characters += size(change)
  }

  /** The place to {@link rewind} to. */
  mark(): number {
    return this.#changes.length
  }

  /** Forgets what was queued since `mark`. */
  rewind(mark: number): void {
    for (const change of this.#changes.splice(mark)) this.#characters -= size(change)
  }

  /** Applies everything, inside the caller's transaction; throws what SQLite throws. */
  flush(): void {
    const { removals, rows } = settle(this.#changes)
    for (const { chunkId, text, terms } of ascending(removals)) this.#delete.run(chunkId, text, terms)
    for (const { chunkId, text, terms } of ascending(rows)) this.#insert.run(chunkId, text, terms)
    this.rewind(0)
  }
}

function size({ row }: Change): number {
  return row.text.length + row.terms.length
}

/** Ascending ids keep FTS5 from starting a new segment in between. */
function ascending(rows: ReadonlyMap<number, FtsRow>): FtsRow[] {
  return [...rows.values()].sort((a, b) => a.chunkId - b.chunkId)
}

/** What is left to do, by chunk id, once puts and removals of one row have cancelled each other out. */
function settle(changes: readonly Change[]): Record<'removals' | 'rows', Map<number, FtsRow>> {
  const removals = new Map<number, FtsRow>()
  const rows = new Map<number, FtsRow>()
  for (const { kind, row } of changes) {
    if (kind === 'put') rows.set(row.chunkId, row)
    else if (!rows.delete(row.chunkId)) removals.set(row.chunkId, row)
  }
  return { removals, rows }
}
