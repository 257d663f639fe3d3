import type { DocUlid } from '@pinakes/manifest'
import type { LinkRow } from '../contracts.js'
import type { Database, Statement } from './sqlite.js'

/** The rows of `links` that documents of this KB own. Throws what SQLite throws. */
export class LinkTable {
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #authored: Statement

  constructor(database: Database) {
    // What the author wrote outranks what a scan of the partner found.
    this.#insert = database.prepare(`
      INSERT INTO links (src_kb_id, src_doc_id, dst_kb_id, dst_doc_id, rel, origin) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET origin = 'sidecar' WHERE excluded.origin = 'sidecar'`)
    this.#authored = database.prepare(`
      SELECT src_kb_id AS srcKbId, src_doc_id AS srcDocId, dst_kb_id AS dstKbId, dst_doc_id AS dstDocId, rel, origin
      FROM links WHERE origin = 'sidecar'`)
    this.#delete = database.prepare("DELETE FROM links WHERE src_doc_id = ? AND origin = 'sidecar'")
  }

  /** Removes the authored links of a document. */
  clear(docId: string): void {
    this.#delete.run(docId)
  }

  /** The authored links of all documents, by source. */
  authored(): Map<DocUlid, LinkRow[]> {
    const bySource = new Map<DocUlid, LinkRow[]>()
    for (const link of this.#authored.all() as LinkRow[]) {
      const links = bySource.get(link.srcDocId)
      if (links === undefined) bySource.set(link.srcDocId, [link])
      else links.push(link)
    }
    return bySource
  }

  add(links: readonly LinkRow[]): void {
    for (const { srcKbId, srcDocId, dstKbId, dstDocId, rel, origin } of links) {
      this.#insert.run(srcKbId, srcDocId, dstKbId, dstDocId, rel, origin)
    }
  }
}
