import { encodePage, PAGE_IDS, pageOf } from './code-page.js'
import type { ChunkRange } from './document-table.js'
import type { Database, Statement } from './sqlite.js'
import { decodeVector, type StoredVector } from './vector-blob.js'

/**
 * Keeps `embedding_codes` in step with `embeddings`, once at the end of each transaction: a page is a function of the
 * vectors of its ids, so whatever was touched, and undone or not, it is made again from what is there.
 */
export class CodePages {
  readonly #database: Database
  readonly #dim: number
  readonly #vectors: Statement
  readonly #put: Statement
  readonly #delete: Statement
  readonly #touched = new Set<number>()

  constructor(database: Database, dim: number) {
    this.#database = database
    this.#dim = dim
    this.#vectors = database.prepare(
      'SELECT chunk_id AS chunk, vector FROM embeddings WHERE chunk_id >= ? AND chunk_id < ? ORDER BY chunk_id',
    )
    this.#put = database.prepare('INSERT OR REPLACE INTO embedding_codes (page, codes) VALUES (?, ?)')
    this.#delete = database.prepare('DELETE FROM embedding_codes WHERE page = ?')
  }

  /** Notes that chunks of these ids come or go. */
  touch({ first, count }: ChunkRange): void {
    if (count === 0) return
    for (let page = pageOf(first); page <= pageOf(first + count - 1); page++) this.#touched.add(page)
  }

  /** Writes the pages that were touched; to be called inside the transaction that it ends. Throws what SQLite throws. */
  flush(): void {
    for (const page of [...this.#touched].sort((a, b) => a - b)) this.#write(page)
    this.#touched.clear()
  }

  #write(page: number): void {
    const first = page * PAGE_IDS
    const stored = this.#vectors.all(first, first + PAGE_IDS) as StoredVector[]
    if (stored.length === 0) {
      this.#delete.run(page)
      return
    }
    const vectors = new Float32Array(stored.length * this.#dim)
    for (const [row, vector] of stored.entries()) {
      decodeVector(this.#database, vector, { vectors, dim: this.#dim, row })
    }
    const places = Uint8Array.from(stored, ({ chunk }) => chunk - first)
    this.#put.run(page, encodePage(places, vectors, this.#dim))
  }
}
