import type { ChunkFilter, DocumentRow, DocumentState, ExtractionGroup } from '../contracts.js'
import { filterCondition } from './filter-sql.js'
import { DOCUMENT_COLUMNS, type DocumentRecord, documentRow } from './rows.js'
import { type Database, prepare } from './sqlite.js'

const SELECT = `SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE`

/** Sorted by path in code-point order. Throws what SQLite throws, as all of this file does. */
export function documentsWhere(
  database: Database,
  filter: ChunkFilter,
  state?: DocumentState,
): DocumentRow[] {
  const { sql, values } = filterCondition(filter, state)
  const statement = prepare(database, `${SELECT} ${sql} ORDER BY d.path, d.id`)
  return (statement.raw().all(...values) as DocumentRecord[]).map(documentRow)
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
  const record = prepare(database, `${SELECT} ${condition}`).raw().get(value) as DocumentRecord | undefined
  return record === undefined ? null : documentRow(record)
}

/** Chunks by document id, for documents that have some. */
export function chunkCounts(database: Database, filter: ChunkFilter): Map<string, number> {
  const { sql, values } = filterCondition(filter)
  const statement = prepare(
    database,
    `SELECT d.id, d.chunk_count FROM documents d WHERE ${sql} AND d.chunk_count > 0 ORDER BY d.path`,
  )
  return new Map(statement.raw().all(...values) as [string, number][])
}

/** How many chunks the filter lets through. */
export function countChunks(database: Database, filter: ChunkFilter): number {
  const { sql, values } = filterCondition(filter)
  const statement = prepare(database, `SELECT coalesce(sum(d.chunk_count), 0) FROM documents d WHERE ${sql}`)
  return statement.pluck().get(...values) as number
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
