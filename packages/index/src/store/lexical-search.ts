import type { ChunkFilter, LexicalHit } from '../contracts.js'
import { BM25_WEIGHTS } from '../lexical/analyze.js'
import { type Condition, filterCondition, isUnfiltered } from './filter-sql.js'
import { type Database, prepare } from './sqlite.js'

/** FTS5 calls better matches lower; the sign is turned where hits leave this file. */
const SCORED = `
  SELECT f.rowid AS chunk, bm25(chunks_fts, ${BM25_WEIGHTS.text}, ${BM25_WEIGHTS.terms}) AS score
  FROM chunks_fts f WHERE chunks_fts MATCH ?`

type HitRecord = [chunkId: number, score: number]

/** What to look for; `expression` is FTS5 syntax of our own making. */
export interface LexicalQuery {
  readonly expression: string
  readonly filter: ChunkFilter
  readonly limit: number
}

/**
 * The best matches by BM25, ties by path and ordinal. Only what comes out of the first, cheap cut is joined with its
 * document: in 100,000 chunks a common word has tens of thousands of matches, and joining each doubled the time.
 * Throws what SQLite throws.
 */
export function searchLexical(database: Database, query: LexicalQuery): LexicalHit[] {
  const { limit } = query
  if (limit < 1) return []
  const records = run(database, query, limit + 1)
  // If the cut falls between equals, ids decided who is in; then all of them have to be put in order.
  const tied = records.length > limit && records[limit]?.[1] === records[limit - 1]?.[1]
  const ordered = tied ? run(database, query, -1) : records
  return ordered.slice(0, limit).map(([chunkId, score], i) => ({ chunkId, rank: i + 1, score: -score }))
}

function run(database: Database, { expression, filter }: LexicalQuery, cut: number): HitRecord[] {
  // Chunks of deleted documents are in no full-text table, so without a filter nothing is to be looked up.
  const { sql, values } = isUnfiltered(filter) ? EVERYTHING : allowedChunks(filterCondition(filter))
  const statement = prepare(
    database,
    `
    SELECT top.chunk, top.score
    FROM (${SCORED} ${sql} ORDER BY score LIMIT ?) top
    JOIN chunks c ON c.id = top.chunk JOIN documents d ON d.id = c.doc_id
    ORDER BY top.score, d.path, c.ordinal`,
  )
  return statement.raw().all(expression, ...values, cut) as HitRecord[]
}

const EVERYTHING: Condition = { sql: '', values: [] }

/** The unary plus keeps SQLite from asking FTS5 for one allowed row after the other. */
function allowedChunks({ sql, values }: Condition): Condition {
  return {
    sql: `AND +f.rowid IN (SELECT a.id FROM documents d JOIN chunks a ON a.doc_id = d.id WHERE ${sql})`,
    values,
  }
}
