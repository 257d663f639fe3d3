import type { ChunkFilter, DocumentRow, DocumentState, ExtractionGroup } from '../contracts.js'
import { documentFilter } from './document-filter.js'
import { queries, type Select } from './queries.js'
import { DOCUMENT_COLUMNS, DOCUMENT_SELECTION, type DocumentRecord, documentRow } from './rows.js'
import { allRows } from './run-query.js'
import { type Database, prepare } from './sqlite.js'

/** The documents that a filter lets through, by path in code-point order. */
export function documentsQuery(filter: ChunkFilter, state?: DocumentState): Select<DocumentRow> {
  return queries
    .selectFrom('documents as d')
    .select(DOCUMENT_SELECTION)
    .where(documentFilter(filter, state))
    .orderBy('d.path')
    .orderBy('d.id')
}

/** How many chunks each of those documents has, for documents that have some. */
export function chunkCountsQuery(filter: ChunkFilter): Select<{ id: string; chunks: number }> {
  return queries
    .selectFrom('documents as d')
    .select(['d.id', 'd.chunk_count as chunks'])
    .where(documentFilter(filter))
    .where('d.chunk_count', '>', queries.lit(0))
    .orderBy('d.path')
}

/** How many chunks they have together; one row. */
export function countChunksQuery(filter: ChunkFilter): Select<{ chunks: number }> {
  return queries
    .selectFrom('documents as d')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('d.chunk_count'), eb.lit(0)).as('chunks'))
    .where(documentFilter(filter))
}

/** Sorted by path in code-point order. Throws what SQLite throws, as all of this file does. */
export function documentsWhere(
  database: Database,
  filter: ChunkFilter,
  state?: DocumentState,
): DocumentRow[] {
  return allRows(database, documentsQuery(filter, state))
}

/** The document of that id, deleted or not. */
export function documentById(database: Database, id: string): DocumentRow | null {
  return one(database, 'd.id = ?', id)
}

/** The active document at that path. */
export function documentByPath(database: Database, path: string): DocumentRow | null {
  return one(database, "d.path = ? AND d.state = 'active'", path)
}

function one(database: Database, condition: string, value: string): DocumentRow | null {
  const record = prepare(database, `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${condition}`)
    .raw()
    .get(value) as DocumentRecord | undefined
  return record === undefined ? null : documentRow(record)
}

/** Chunks by document id, for documents that have some. */
export function chunkCounts(database: Database, filter: ChunkFilter): Map<string, number> {
  return new Map(allRows(database, chunkCountsQuery(filter)).map(({ id, chunks }) => [id, chunks]))
}

/** How many chunks the filter lets through. */
export function countChunks(database: Database, filter: ChunkFilter): number {
  return allRows(database, countChunksQuery(filter))[0]?.chunks ?? 0
}

/** Active documents by what extracted their text. */
export function extractionGroups(database: Database): ExtractionGroup[] {
  const records = prepare(
    database,
    `
      SELECT extraction_backend, extraction_fingerprint, path FROM documents
      WHERE state = 'active' AND extraction_backend IS NOT NULL AND extraction_fingerprint IS NOT NULL
      ORDER BY extraction_backend, extraction_fingerprint, path`,
  )
    .raw()
    .all() as [string, string, string][]
  const groups: { backend: string; fingerprint: string; paths: string[] }[] = []
  for (const [backend, fingerprint, path] of records) {
    const last = groups.at(-1)
    if (last?.backend === backend && last.fingerprint === fingerprint) last.paths.push(path)
    else groups.push({ backend, fingerprint, paths: [path] })
  }
  return groups
}
