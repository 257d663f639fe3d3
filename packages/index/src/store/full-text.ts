import type { LexicalColumns } from '../lexical/analyze.js'
import type { Database, Statement } from './sqlite.js'

/** A chunk as the full-text table has it. */
export interface FullTextRow extends LexicalColumns {
  readonly chunkId: number
}

/**
 * Keeps `chunks_fts` in step with `chunks`, once at the end of each transaction. FTS5 collects rows in memory and
 * writes them as one segment, but each savepoint forces it to write what it has: a savepoint a document made a segment
 * a document, and a first build took half as long again (tools/bench/index-write). At the end, one statement takes
 * every new chunk, without its text passing through JavaScript a second time.
 */
export class FullText {
  readonly #insert: Statement
  readonly #delete: Statement
  /** Rows that are indexed and no longer have a chunk. */
  readonly #removed: FullTextRow[] = []
  /** Chunks from this id on are not indexed yet; ids only ever grow. */
  #firstNew: number

  constructor(database: Database, firstNew: number) {
    this.#insert = database.prepare(
      'INSERT INTO chunks_fts (rowid, text, terms) SELECT id, text, terms FROM chunks_searched WHERE id >= ?',
    )
    this.#delete = database.prepare(
      "INSERT INTO chunks_fts (chunks_fts, rowid, text, terms) VALUES ('delete', ?, ?, ?)",
    )
    this.#firstNew = firstNew
  }

  /** True if the chunk of that id was there when the last transaction ended. */
  isIndexed(chunkId: number): boolean {
    return chunkId < this.#firstNew
  }

  /** Queues the removal of an indexed row. FTS5 finds what to remove by its words, and counts by them what is left. */
  remove(row: FullTextRow): void {
    this.#removed.push(row)
  }

  /** The place to {@link rewind} to. */
  mark(): number {
    return this.#removed.length
  }

  /** Forgets the removals queued since `mark`. */
  rewind(mark: number): void {
    this.#removed.length = mark
  }

  /**
   * Applies the removals, then indexes the chunks that are new, of which the next will have the id `nextId`. To be
   * called inside the transaction that it ends; throws what SQLite throws.
   */
  flush(nextId: number): void {
    // Ascending ids keep FTS5 from starting a new segment in between.
    const removed = this.#removed.sort((a, b) => a.chunkId - b.chunkId)
    for (const { chunkId, text, terms } of removed) this.#delete.run(chunkId, text, terms)
    if (nextId > this.#firstNew) this.#insert.run(this.#firstNew)
    this.#firstNew = nextId
    this.rewind(0)
  }
}
