import { type Database, prepare } from '../store/sqlite.js'
import type { ChunkEntities, UnreadText } from './contracts.js'

/**
 * Texts of active chunks that `model` has not read yet, each once however many chunks have it. Throws what SQLite
 * throws, as all of this file does.
 */
export function unreadTexts(database: Database, model: string): UnreadText[] {
  return prepare(
    database,
    `SELECT content_sha256 AS contentSha256, min(text) AS text FROM chunks c
     WHERE NOT EXISTS (SELECT 1 FROM extracted_entities e WHERE e.ner_model = ? AND e.content_sha256 = c.content_sha256)
     GROUP BY content_sha256 ORDER BY content_sha256`,
  ).all(model) as UnreadText[]
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
