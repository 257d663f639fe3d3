import type { ChunkRow, DocumentRow } from '../contracts.js'
import {
  CHUNK_COLUMNS,
  type ChunkRecord,
  chunkRow,
  DOCUMENT_COLUMNS,
  type DocumentRecord,
  documentRow,
} from './rows.js'
import { type Database, prepare } from './sqlite.js'

/** Which chunks, and in which order. */
const BY_IDS = 'c.id IN (SELECT value FROM json_each(?)) ORDER BY d.path, c.ordinal'
const BY_UID = 'c.chunk_uid = ?'
const BY_DOCUMENT = 'c.doc_id = ? ORDER BY c.ordinal'

/** In `(path, ordinal)` order. Throws what SQLite throws. */
export function chunksByIds(database: Database, chunkIds: readonly number[]): ChunkRow[] {
  return query(database, BY_IDS, JSON.stringify(chunkIds))
}

export function chunkByUid(database: Database, uid: string): ChunkRow | null {
  return query(database, BY_UID, uid)[0] ?? null
}

export function chunksOfDocument(database: Database, id: string): ChunkRow[] {
  return query(database, BY_DOCUMENT, id)
}

function query(database: Database, which: string, value: string): ChunkRow[] {
  const records = prepare(
    database,
    `SELECT ${CHUNK_COLUMNS}, ${DOCUMENT_COLUMNS} FROM chunks c JOIN documents d ON d.id = c.doc_id WHERE ${which}`,
  )
    .raw()
    .all(value) as [...ChunkRecord, ...DocumentRecord][]
  const documents = new Map<string, DocumentRow>()
  return records.map((record) => {
    const docId = record[1]
    const document =
      documents.get(docId) ?? documentRow(record.slice(CHUNK_WIDTH) as unknown as DocumentRecord)
    documents.set(docId, document)
    return chunkRow(record.slice(0, CHUNK_WIDTH) as unknown as ChunkRecord, document)
  })
}

const CHUNK_WIDTH = CHUNK_COLUMNS.split(',').length
