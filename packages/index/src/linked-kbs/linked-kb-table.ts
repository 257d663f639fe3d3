import { compareCodePoints, type DocUlid, type KbUlid } from '@pinakes/manifest'
import type { LinkRow } from '../contracts.js'
import { type Database, prepare } from '../store/sqlite.js'
import type { DroppedKb, KbRef, LinkedKbStore } from './contracts.js'

/** How a writer runs what touches its connection: errors of SQLite come out as IndexError. */
export interface Access {
  read<T>(body: () => T): T
  inTransaction<T>(body: () => T): T
}

/** {@link LinkedKbStore} over one connection. */
export class LinkedKbTable implements LinkedKbStore {
  readonly #database: Database
  readonly #access: Access

  constructor(database: Database, access: Access) {
    this.#database = database
    this.#access = access
  }

  refs(): KbRef[] {
    return this.#access.read(() => readRefs(this.#database))
  }

  replace(ref: KbRef, links: readonly LinkRow[]): number {
    return this.#access.inTransaction(() => {
      this.#removeLinks(ref.kbId)
      const put = prepare(
        this.#database,
        'INSERT OR REPLACE INTO kb_refs (kb_id, alias, path, last_scan) VALUES (?, ?, ?, ?)',
      )
      put.run(ref.kbId, ref.alias, ref.path, ref.lastScan)
      // What stands there already was written by an author here, and outranks what was read elsewhere.
      const insert = prepare(
        this.#database,
        `INSERT INTO links (src_kb_id, src_doc_id, dst_kb_id, dst_doc_id, rel, origin)
         VALUES (?, ?, ?, ?, ?, 'reverse-scan') ON CONFLICT DO NOTHING`,
      )
      let written = 0
      for (const { srcKbId, srcDocId, dstKbId, dstDocId, rel } of links) {
        written += insert.run(srcKbId, srcDocId, dstKbId, dstDocId, rel).changes
      }
      return written
    })
  }

  keepOnly(ids: readonly KbUlid[]): DroppedKb[] {
    const aliases = new Map(this.refs().map(({ kbId, alias }) => [kbId, alias]))
    const kept = new Set<string>(ids)
    const gone = [...new Set([...aliases.keys(), ...this.#sources()])].filter((id) => !kept.has(id))
    if (gone.length === 0) return []
    return this.#access.inTransaction(() =>
      gone.sort(compareCodePoints).map((kbId) => {
        const rows = this.#removeLinks(kbId)
        prepare(this.#database, 'DELETE FROM kb_refs WHERE kb_id = ?').run(kbId)
        return { kbId, alias: aliases.get(kbId) ?? null, rows }
      }),
    )
  }

  #sources(): KbUlid[] {
    const sql = "SELECT DISTINCT src_kb_id FROM links WHERE origin = 'reverse-scan'"
    return this.#access.read(() => prepare(this.#database, sql).pluck().all() as KbUlid[])
  }

  lacking(ids: readonly DocUlid[]): DocUlid[] {
    return this.#access.read(() => {
      const find = prepare(
        this.#database,
        "SELECT 1 FROM documents WHERE id = ? AND state = 'active'",
      ).pluck()
      return ids.filter((id) => find.get(id) === undefined)
    })
  }

  #removeLinks(kbId: KbUlid): number {
    const remove = prepare(
      this.#database,
      "DELETE FROM links WHERE src_kb_id = ? AND origin = 'reverse-scan'",
    )
    return remove.run(kbId).changes
  }
}

function readRefs(database: Database): KbRef[] {
  const records = prepare(database, 'SELECT kb_id, alias, path, last_scan FROM kb_refs ORDER BY kb_id')
    .raw()
    .all() as [KbUlid, string | null, string | null, string | null][]
  return records.map(([kbId, alias, path, lastScan]) => ({ kbId, alias, path, lastScan }))
}
