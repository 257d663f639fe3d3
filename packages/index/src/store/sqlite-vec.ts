import { createRequire } from 'node:module'
import { sql } from 'kysely'
import type { ChunkFilter } from '../contracts.js'
import { IndexError } from '../errors.js'
import type { ScanHit } from '../vector/top-k.js'
import { documentFilter } from './document-filter.js'
import { StoredVectors } from './exact-scores.js'
import { queries, type Select } from './queries.js'
import { allRows } from './run-query.js'
import type { Database } from './sqlite.js'

/** Candidates that are compared again, as the specification of the tier has it. */
const FEWEST = 200
const MOST = 4096

const require = createRequire(import.meta.url)

/** A chunk with its score, found in the file without a table in memory. */
export interface FoundChunk {
  readonly chunk: number
  readonly score: number
}

/** Search by the extension sqlite-vec: nothing is held in memory, every search reads every vector it may find. */
export class SqliteVecSearch {
  readonly #database: Database
  readonly #dim: number
  readonly #vectors: StoredVectors

  /** @throws IndexError `VECTOR_TIER_UNAVAILABLE` when the extension is not installed or does not load */
  constructor(database: Database, dim: number) {
    loadSqliteVec(database)
    this.#database = database
    this.#dim = dim
    this.#vectors = new StoredVectors(database, dim)
  }

  /**
   * The `k` chunks nearest to the unit vector `query` among those that `filter` lets through, best first, ties by path
   * and ordinal. The extension names candidates, our own kernel scores them.
   */
  nearest(query: Float32Array, filter: ChunkFilter, k: number): FoundChunk[] {
    const pool = Math.max(k, Math.min(MOST, Math.max(4 * k, FEWEST)))
    const candidates = allRows(this.#database, candidatesQuery(query, { filter, pool, bytes: 4 * this.#dim }))
    const chunks = candidates.map(({ chunk }) => chunk)
    const hits: ScanHit[] = this.#vectors.scores(query, chunks)
    return hits.slice(0, k).map(({ row, score }) => ({ chunk: chunks[row] ?? 0, score }))
  }
}

interface Candidates {
  readonly filter: ChunkFilter
  readonly pool: number
  /** In a vector. */
  readonly bytes: number
}

/** The `pool` nearest chunks, in the order of path, then ordinal. */
export function candidatesQuery(
  query: Float32Array,
  { filter, pool, bytes }: Candidates,
): Select<{ chunk: number }> {
  const blob = Buffer.from(query.buffer, query.byteOffset, query.byteLength)
  const distance = sql<number>`vec_distance_cosine(substr(${sql.ref('e.vector')}, 1, ${bytes}), ${blob})`
  const nearest = queries
    .selectFrom('documents as d')
    .crossJoin('embeddings as e')
    .select(['e.chunk_id as chunk', 'd.path', distance.as('distance')])
    .whereRef('e.chunk_id', '>=', 'd.first_chunk')
    .where((eb) =>
      eb('e.chunk_id', '<', eb(eb.ref('d.first_chunk').$notNull(), '+', eb.ref('d.chunk_count'))),
    )
    .where(documentFilter(filter))
    .orderBy('distance', (order) => order.asc().nullsLast())
    .limit(pool)
  return queries
    .selectFrom(nearest.as('nearest'))
    .select('nearest.chunk')
    .orderBy('nearest.path')
    .orderBy('nearest.chunk')
}

/** The package that brings the extension: an optional peer, so it is asked for by name when it is wanted. */
const PACKAGE = 'sqlite-vec'

interface SqliteVecPackage {
  getLoadablePath(): string
}

/**
 * Loads the extension into a connection; `name` is the package that brings it.
 * @throws IndexError `VECTOR_TIER_UNAVAILABLE`
 */
export function loadSqliteVec(database: Database, name = PACKAGE): void {
  try {
    const { getLoadablePath } = require(name) as SqliteVecPackage
    database.loadExtension(getLoadablePath())
  } catch (cause) {
    throw unavailable(cause)
  }
}

function unavailable(cause: unknown): IndexError {
  const absent = cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'
  const reason = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause)
  return new IndexError({
    code: 'VECTOR_TIER_UNAVAILABLE',
    message: absent
      ? 'vector_tier = "sqlite-vec" needs the package sqlite-vec, which is not installed'
      : `vector_tier = "sqlite-vec": the extension does not load: ${reason}`,
    remedy:
      'Run `npm install sqlite-vec` where Pinakes is installed, or set vector_tier = "auto" in pinakes.toml; no tier finds other passages.',
    cause,
  })
}
