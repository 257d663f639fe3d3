import { type Database, prepare } from '../store/sqlite.js'
import type { ChunkEntities, UnreadText } from './contracts.js'

/** Chunks looked at between two texts that are given, at most. */
const PAGE = 256

/** A chunk whose text is still to be read. */
interface UnreadChunk extends UnreadText {
  readonly id: number
}

/**
 * Texts of active chunks that `model` has not read yet, each once however many chunks have it, in the order of the
 * chunks. They are looked up page by page with `read`: a large index is never held whole, and what was found may be kept
 * meanwhile. Throws what SQLite throws, as all of this file does.
 */
export function* unreadTexts(
  read: <T>(body: (database: Database) => T) => T,
  model: string,
): Generator<UnreadText> {
  const given = new Set<string>()
  let page: UnreadChunk[]
  let after = 0
  do {
    page = read((database) => unreadChunks(database, model, after))
    for (const { id, contentSha256, text } of page) {
      after = id
      if (given.has(contentSha256)) continue
      given.add(contentSha256)
      yield { contentSha256, text }
    }
  } while (page.length === PAGE)
}

function unreadChunks(database: Database, model: string, after: number): UnreadChunk[] {
  return prepare(
    database,
    `SELECT c.id, c.content_sha256 AS contentSha256, c.text FROM chunks c
     WHERE c.id > ? AND NOT EXISTS
       (SELECT 1 FROM extracted_entities e WHERE e.ner_model = ? AND e.content_sha256 = c.content_sha256)
     ORDER BY c.id LIMIT ${PAGE}`,
  ).all(after, model) as UnreadChunk[]
}

/** Keeps what `model` found in texts. */
export function putEntities(
  database: Database,
  model: string,
  found: ReadonlyMap<string, readonly string[]>,
): void {
  const put = prepare(
    database,
    'INSERT OR REPLACE INTO extracted_entities (content_sha256, ner_model, entities) VALUES (?, ?, ?)',
  )
  for (const [contentSha256, entities] of found) put.run(contentSha256, model, JSON.stringify(entities))
}

/** Forgets what other models found, and what stands in no chunk any more. */
export function pruneEntities(database: Database, model: string): void {
  prepare(
    database,
    `DELETE FROM extracted_entities
     WHERE ner_model <> ? OR content_sha256 NOT IN (SELECT content_sha256 FROM chunks)`,
  ).run(model)
}

/** What `model` found in each active chunk it has read, by document id, then ordinal. */
export function chunkEntities(database: Database, model: string): ChunkEntities[] {
  const rows = prepare(
    database,
    `SELECT c.doc_id, c.ordinal, e.entities FROM chunks c
     JOIN extracted_entities e ON e.content_sha256 = c.content_sha256 AND e.ner_model = ?
     ORDER BY c.doc_id, c.ordinal`,
  )
    .raw()
    .all(model) as [string, number, string][]
  return rows.map(([docId, ordinal, entities]) => ({
    docId,
    ordinal,
    entities: JSON.parse(entities) as string[],
  }))
}
