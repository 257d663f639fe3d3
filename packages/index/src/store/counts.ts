import type { IndexCounts } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

const COUNTS = `
SELECT
  count(*) FILTER (WHERE state = 'active') AS documents,
  count(*) FILTER (WHERE state = 'deleted') AS deleted,
  coalesce(sum(chunk_count), 0) AS chunks,
  (SELECT count(*) FROM failures) AS failures
FROM documents`

/** How much the index holds; `documents` counts the active ones. Throws what SQLite throws. */
export function readCounts(database: Database): IndexCounts {
  return prepare(database, COUNTS).get() as IndexCounts
}
