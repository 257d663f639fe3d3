import type { HeadingCount } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

const HEADING_COUNTS = `
SELECT d.source_type AS sourceType, count(*) AS chunks, count(c.heading_path) AS headed
FROM documents d JOIN chunks c ON c.doc_id = d.id WHERE d.state = 'active'
GROUP BY d.source_type ORDER BY d.source_type`

/** Chunks by source type, and how many of them stand under a heading. Throws what SQLite throws. */
export function readHeadingCounts(database: Database): HeadingCount[] {
  return prepare(database, HEADING_COUNTS).all() as HeadingCount[]
}
