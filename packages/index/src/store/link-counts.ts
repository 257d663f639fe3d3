import type { LinkCounts } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

/** A deleted document keeps its rows for when it comes back, and until then they lead from nowhere. */
const COUNTS = `
SELECT
  count(DISTINCT src_doc_id) FILTER (WHERE src_kb_id = @kb) AS sources,
  count(*) FILTER (WHERE src_kb_id = @kb AND dst_kb_id = @kb) AS within,
  count(*) FILTER (WHERE src_kb_id = @kb AND dst_kb_id <> @kb) AS out,
  count(*) FILTER (WHERE src_kb_id <> @kb AND dst_kb_id = @kb) AS "in"
FROM links
WHERE src_kb_id <> @kb OR src_doc_id IN (SELECT id FROM documents WHERE state = 'active')`

/** How the documents of the knowledge base `kbId` are linked. Throws what SQLite throws. */
export function readLinkCounts(database: Database, kbId: string): LinkCounts {
  return prepare(database, COUNTS).get({ kb: kbId }) as LinkCounts
}
