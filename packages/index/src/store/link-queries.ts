import type { LinkedDocument, LinkQuery } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

type LinkRecord = readonly [
  kbId: string,
  docId: string,
  rel: string,
  path: string | null,
  title: string | null,
]

/** Its own end fixed, the other end selected. */
const ENDS = {
  out: { here: 'src', there: 'dst' },
  in: { here: 'dst', there: 'src' },
} as const

/**
 * What stands at the other ends of a document's links in one direction, sorted by KB, document and relation. Throws what
 * SQLite throws.
 */
export function linkedDocuments(
  database: Database,
  { kbId, docId, direction, rel }: LinkQuery,
): LinkedDocument[] {
  const { here, there } = ENDS[direction]
  const records = prepare(
    database,
    `
      SELECT l.${there}_kb_id, l.${there}_doc_id, l.rel, d.path, d.title FROM links l
      LEFT JOIN documents d
        ON l.${there}_kb_id = @kbId AND d.id = l.${there}_doc_id AND d.state = 'active'
      WHERE l.${here}_kb_id = @kbId AND l.${here}_doc_id = @docId AND (@rel IS NULL OR l.rel = @rel)
      ORDER BY l.${there}_kb_id, l.${there}_doc_id, l.rel`,
  )
    .raw()
    .all({ kbId, docId, rel: rel ?? null }) as LinkRecord[]
  return records.map(([otherKb, otherDoc, relation, path, title]) => ({
    kbId: otherKb,
    docId: otherDoc,
    rel: relation,
    document: path === null ? null : { path, title },
  }))
}
