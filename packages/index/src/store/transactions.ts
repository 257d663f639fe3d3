import type { Database, Statement } from './sqlite.js'

/** What waits for the end of the outermost transaction. */
export interface Deferred {
  /** The place to rewind to. */
  mark(): number
  /** Forgets what has waited since `mark`. */
  rewind(mark: number): void
  /** Does what waits, inside the transaction. */
  flush(): void
}

/** Nested transactions of one connection: the outermost is a transaction, the others are savepoints of it. */
export class Transactions {
  readonly #database: Database
  readonly #deferred: Deferred
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #savepoint: Statement
  readonly #release: Statement
  readonly #undo: Statement
  #depth = 0
  /** What made SQLite give up the whole transaction while inner code went on. */
  #lost: { readonly error: unknown } | null = null

  constructor(database: Database, deferred: Deferred) {
    this.#database = database
    this.#deferred = deferred
    // The write lock is taken at once: a transaction that reads first cannot always be upgraded later.
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
    this.#savepoint = database.prepare('SAVEPOINT pinakes')
    this.#release = database.prepare('RELEASE pinakes')
    this.#undo = database.prepare('ROLLBACK TO pinakes')
  }

  /**
   * Throws what made SQLite give up the transaction that is under way, if something did: a statement would run
   * outside of any transaction otherwise.
   */
  check(): void {
    if (this.#lost !== null) throw this.#lost.error
  }

  /** What `body` returns; when it throws, everything it wrote is undone and its error passed on. */
  run<T>(body: () => T): T {
    this.check()
    return this.#depth === 0 ? this.#outermost(body) : this.#inner(body)
  }

  #outermost<T>(body: () => T): T {
    this.#begin.run()
    this.#depth++
    try {
      const result = body()
      this.check()
      this.#deferred.flush()
      this.#commit.run()
      return result
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      this.#deferred.rewind(0)
      throw error
    } finally {
      this.#depth--
      this.#lost = null
    }
  }

  #inner<T>(body: () => T): T {
    const mark = this.#deferred.mark()
    this.#savepoint.run()
    this.#depth++
    try {
      const result = body()
      this.check()
      this.#release.run()
      return result
    } catch (error) {
      this.#undoInner(mark, error)
      throw error
    } finally {
      this.#depth--
    }
  }

  #undoInner(mark: number, error: unknown): void {
    if (this.#database.inTransaction) {
      this.#undo.run()
      this.#release.run()
      this.#deferred.rewind(mark)
    } else {
      // A full disk or a failed write ends the whole transaction. Whoever catches this error further in must not go
      // on to write outside of any transaction.
      this.#lost ??= { error }
    }
  }
}
