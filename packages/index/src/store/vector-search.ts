import type { ChunkFilter } from '../contracts.js'
import type { ChunkCosines, CosineBounds, VectorHit } from '../vector/contracts.js'
import { loadCodeTable } from './code-table.js'
import { cosineBounds, noCosines } from './cosine-bounds.js'
import { documentFilter, isUnfiltered } from './document-filter.js'
import { countChunks } from './document-queries.js'
import { StoredVectors } from './exact-scores.js'
import { loadExactTable } from './exact-table.js'
import { readMeta } from './meta-table.js'
import { queries, type Select } from './queries.js'
import { type RowLayout, rowLayout } from './row-layout.js'
import { eachRow } from './run-query.js'
import { type Database, dataVersion } from './sqlite.js'
import { type FoundChunk, SqliteVecSearch } from './sqlite-vec.js'
import { unitQuery } from './unit-query.js'
import { VectorCache } from './vector-cache.js'
import type { VectorTable } from './vector-table.js'
import { resolveTier, type VectorTier, type VectorTierSetting } from './vector-tier.js'

/** Exact cosine search over an index; keeps what it scans in memory once it had to read all of it. */
export class VectorSearch {
  readonly #database: Database
  readonly #setting: VectorTierSetting
  readonly #dim: number
  #table: VectorTable | null = null
  #sqliteVec: SqliteVecSearch | null = null
  #stored: StoredVectors | null = null
  /** Of the rows of the whole table. */
  #cache: VectorCache | null = null
  #partial = false
  /** The state of the index that `#table` is of. */
  #version: number

  constructor(database: Database, setting: VectorTierSetting) {
    this.#database = database
    this.#setting = setting
    this.#dim = Number(readMeta(database).get('embedding_dim') ?? 0)
    this.#version = dataVersion(database)
  }

  /** The tier that a search under `filter` takes. */
  tier(filter: ChunkFilter): VectorTier {
    return resolveTier(this.#setting, countChunks(this.#database, filter))
  }

  /**
   * The hits of `query` among the chunks that `filter` lets through; to be called inside a transaction, so that
   * vectors and filter are of one state. A zero query has none.
   * @throws IndexError `VECTOR_WIDTH`, `VECTOR_NOT_FINITE`, `VECTOR_CAPACITY`, `VECTOR_TIER_UNAVAILABLE`,
   * `INDEX_DAMAGED`; what SQLite throws is passed on.
   */
  search(query: Float32Array, filter: ChunkFilter, limit: number): VectorHit[] {
    const unit = unitQuery(query, this.#dim)
    if (unit === null || limit < 1) return []
    return this.#nearest(unit, filter, limit)
      .filter(({ score }) => score > 0)
      .map(({ chunk, score }, i) => ({
        chunkId: chunk,
        rank: i + 1,
        // Float32 rounding can carry the product of two unit vectors past 1.
        cosine: Math.min(1, score),
      }))
  }

  /**
   * How near every active chunk comes to `query`, the sqlite-vec tier reading the vectors through once; to be called
   * inside a transaction. The zero vector is near nothing, and so is none. Errors as of {@link search}.
   */
  cosines(query: Float32Array | null): ChunkCosines {
    const unit = query === null ? null : unitQuery(query, this.#dim)
    return chunkCosines(this.#wholeTable(), unit)
  }

  /** As {@link cosines}, with what they may be off by, and a way to know some of them exactly. */
  bounds(query: Float32Array | null): CosineBounds {
    const unit = query === null ? null : unitQuery(query, this.#dim)
    const table = this.#wholeTable()
    if (unit === null) return noCosines(table.layout)
    this.#stored ??= new StoredVectors(this.#database, this.#dim)
    this.#cache ??= new VectorCache(this.#dim)
    return cosineBounds({ table, unit, stored: this.#stored, cache: this.#cache })
  }

  #wholeTable(): VectorTable {
    if (this.#setting === 'sqlite-vec') {
      const layout = rowLayout(this.#database, {})
      return loadExactTable(this.#database, this.#dim, { layout, filter: {} })
    }
    this.#forgetOld()
    return this.#tableFor({})
  }

  #nearest(unit: Float32Array, filter: ChunkFilter, limit: number): FoundChunk[] {
    if (this.#setting === 'sqlite-vec') {
      this.#sqliteVec ??= new SqliteVecSearch(this.#database, this.#dim)
      return this.#sqliteVec.nearest(unit, filter, limit)
    }
    this.#forgetOld()
    const { layout, nearest } = this.#tableFor(filter)
    const allowed = isUnfiltered(filter) ? undefined : this.#allowed(filter, layout)
    return nearest(unit, limit, allowed).map(({ row, score }) => ({
      chunk: layout.chunkIds[row] ?? 0,
      score,
    }))
  }

  #forgetOld(): void {
    const version = dataVersion(this.#database)
    if (version === this.#version) return
    this.#version = version
    this.#table = null
    this.#cache = null
    this.#partial = false
  }

  /**
   * One search under a filter reads the vectors of its documents alone. Whoever searches on reads them all, once:
   * a second filtered search would pay for reading again what it may share with the first.
   */
  #tableFor(filter: ChunkFilter): VectorTable {
    if (this.#table === null && !this.#partial && !isUnfiltered(filter)) {
      this.#partial = true
      return this.#load(filter)
    }
    this.#table ??= this.#load({})
    return this.#table
  }

  #load(filter: ChunkFilter): VectorTable {
    const layout = rowLayout(this.#database, filter)
    return resolveTier(this.#setting, layout.rows) === 'int8'
      ? loadCodeTable(this.#database, this.#dim, layout)
      : loadExactTable(this.#database, this.#dim, { layout, filter })
  }

  #allowed(filter: ChunkFilter, { rows, documents }: RowLayout): Uint8Array {
    const ids = new Set<string>()
    for (const { id } of eachRow(this.#database, allowedQuery(filter))) ids.add(id)
    const allowed = new Uint8Array(rows)
    for (const { id, row, count } of documents) if (ids.has(id)) allowed.fill(1, row, row + count)
    return allowed
  }
}

/** The view is copied: the next search would change it. */
function chunkCosines({ layout, cosines }: VectorTable, unit: Float32Array | null): ChunkCosines {
  const { chunkIds, rows } = layout
  if (unit === null) return { chunkIds, cosines: new Float32Array(rows) }
  return { chunkIds, cosines: Float32Array.from(cosines(unit)) }
}

/** The documents whose chunks a filter lets through. */
export function allowedQuery(filter: ChunkFilter): Select<{ id: string }> {
  return queries.selectFrom('documents as d').select('d.id').where(documentFilter(filter))
}
