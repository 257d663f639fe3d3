import { sql } from 'kysely'
import type { ChunkFilter, LexicalHit } from '../contracts.js'
import { BM25_WEIGHTS } from '../lexical/analyze.js'
import { documentFilter, isUnfiltered } from './document-filter.js'
import { queries, type Select } from './queries.js'
import { allRows } from './run-query.js'
import type { Database } from './sqlite.js'

/** A match. FTS5 calls better ones lower; the sign is turned where hits leave this file. */
interface ScoredChunk {
  readonly chunk: number
  readonly score: number
}

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
  const records = allRows(database, matchesQuery(query, limit + 1))
  // If the cut falls between equals, ids decided who is in; then all of them have to be put in order.
  const tied = records.length > limit && records[limit]?.score === records[limit - 1]?.score
  const ordered = tied ? allRows(database, matchesQuery(query, -1)) : records
  return ordered
    .slice(0, limit)
    .map(({ chunk, score }, i) => ({ chunkId: chunk, rank: i + 1, score: -score }))
}

/** The `cut` best matches in their order, all of them if it is -1. */
export function matchesQuery({ expression, filter }: LexicalQuery, cut: number): Select<ScoredChunk> {
  const { text, terms } = BM25_WEIGHTS
  const matches = queries
    .selectFrom('chunks_fts as f')
    .select((eb) => [
      'f.rowid as chunk',
      eb.fn<number>('bm25', ['f.chunks_fts', eb.lit(text), eb.lit(terms)]).as('score'),
    ])
    .where('f.chunks_fts', 'match', expression)
  // Chunks of deleted documents are in no full-text table, so without a filter nothing is to be looked up.
  const allowed = isUnfiltered(filter) ? matches : matches.where(UNINDEXED_ROWID, 'in', allowedChunks(filter))
  return queries
    .selectFrom(allowed.orderBy('score').limit(cut).as('top'))
    .innerJoin('chunks as c', 'c.id', 'top.chunk')
    .innerJoin('documents as d', 'd.id', 'c.doc_id')
    .select(['top.chunk', 'top.score'])
    .orderBy('top.score')
    .orderBy('d.path')
    .orderBy('c.ordinal')
}

/** The unary plus keeps SQLite from asking FTS5 for one allowed row after the other. */
const UNINDEXED_ROWID = sql<number>`+${sql.ref('f.rowid')}`

function allowedChunks(filter: ChunkFilter) {
  return queries
    .selectFrom('documents as d')
    .innerJoin('chunks as a', 'a.doc_id', 'd.id')
    .select('a.id')
    .where(documentFilter(filter))
}
