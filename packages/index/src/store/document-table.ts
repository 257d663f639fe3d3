import { displayPath } from '@pinakes/manifest'
import type { DocumentRow, DocumentState } from '../contracts.js'
import { IndexError } from '../errors.js'
import { DOCUMENT_COLUMNS, type DocumentRecord, documentRow, documentValues } from './rows.js'
import type { Database, Statement } from './sqlite.js'

/** The chunks of a document: ids `first` to `first + count - 1`, by ordinal. */
export interface ChunkRange {
  readonly first: number
  readonly count: number
}

/** A document as it stands, with the range of its chunks. */
interface StoredDocument {
  readonly row: DocumentRow
  readonly range: ChunkRange
}

const UPSERT = `
INSERT INTO documents (
  id, path, content_hash, sidecar_hash, mtime, source_type, title, metadata, state,
  extraction_backend, extraction_fingerprint, first_chunk, chunk_count
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
  path = excluded.path, content_hash = excluded.content_hash, sidecar_hash = excluded.sidecar_hash,
  mtime = excluded.mtime, source_type = excluded.source_type, title = excluded.title,
  metadata = excluded.metadata, state = excluded.state, extraction_backend = excluded.extraction_backend,
  extraction_fingerprint = excluded.extraction_fingerprint, first_chunk = excluded.first_chunk,
  chunk_count = excluded.chunk_count`

/** The rows of `documents`; not their chunks. Throws what SQLite throws. */
export class DocumentTable {
  readonly #path: string
  readonly #upsert: Statement
  readonly #get: Statement
  readonly #all: Statement
  readonly #has: Statement
  readonly #setPath: Statement
  readonly #setState: Statement

  constructor(path: string, database: Database) {
    this.#path = path
    this.#upsert = database.prepare(UPSERT)
    this.#get = database
      .prepare(`SELECT d.first_chunk, d.chunk_count, ${DOCUMENT_COLUMNS} FROM documents d WHERE d.id = ?`)
      .raw()
    this.#all = database.prepare(`SELECT ${DOCUMENT_COLUMNS} FROM documents d ORDER BY d.path, d.id`).raw()
    this.#has = database.prepare('SELECT 1 FROM documents WHERE id = ?').pluck()
    this.#setPath = database.prepare('UPDATE documents SET path = ? WHERE id = ?')
    this.#setState = database.prepare(
      'UPDATE documents SET state = ?, first_chunk = NULL, chunk_count = 0 WHERE id = ?',
    )
  }

  put(row: DocumentRow, range: ChunkRange): void {
    this.#upsert.run(...documentValues(row), range.count === 0 ? null : range.first, range.count)
  }

  find(id: string): StoredDocument | null {
    const record = this.#get.get(id) as [number | null, number, ...DocumentRecord] | undefined
    if (record === undefined) return null
    const [first, count, ...columns] = record
    return { row: documentRow(columns), range: { first: first ?? 0, count } }
  }

  has(id: string): boolean {
    return this.#has.get(id) !== undefined
  }

  /** @throws IndexError `INDEX_UNKNOWN_DOCUMENT` */
  get(id: string): StoredDocument {
    const found = this.find(id)
    if (found !== null) return found
    throw new IndexError({
      code: 'INDEX_UNKNOWN_DOCUMENT',
      message: `The index ${displayPath(this.#path)} holds no document ${id}`,
      remedy: 'Run `pnk sync`.',
      details: { path: this.#path, id },
    })
  }

  /** All of them, deleted ones too, in code-point order of their paths. */
  all(): DocumentRow[] {
    return (this.#all.all() as DocumentRecord[]).map(documentRow)
  }

  setPath(id: string, path: string): void {
    this.#setPath.run(path, id)
  }

  /** Sets the state of a document whose chunks are gone. */
  setState(id: string, state: DocumentState): void {
    this.#setState.run(state, id)
  }
}
