import type { LinkRow } from '../contracts.js'
import type { Database, Statement } from './sqlite.js'

/** The rows of `links` that documents of this KB own. Throws what SQLite throws. */
export class LinkTable {
  readonly #insert: Statement
  readonly #delete: Statement

  constructor(database: Database) {
    // What the author wrote outranks what a scan of the partner found.
    this.#insert = database.prepare(`
      INSERT INTO links (src_kb_id, src_doc_id, dst_kb_id, dst_doc_id, rel, origin) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET origin = 'sidecar' WHERE excluded.origin = 'sidecar'`)
    this.#delete = database.prepare("DELETE FROM links WHERE src_doc_id = ? AND origin = 'sidecar'")
  }

  /** Removes the authored links of a document. */
  clear(docId: string): void {
    this.#delete.run(docId)
  }

  add(links: readonly LinkRow[]): void {
    for (const { srcKbId, srcDocId, dstKbId, dstDocId, rel, origin } of links) {
      this.#insert.run(srcKbId, srcDocId, dstKbId, dstDocId, rel, origin)
    }
  }
}
