import type { ChunkFilter, VectorHit } from '../contracts.js'
import { IndexError } from '../errors.js'
import { documentFilter, isUnfiltered } from './document-filter.js'
import { readMeta } from './meta-table.js'
import { queries, type Select } from './queries.js'
import { eachRow } from './run-query.js'
import { type Database, dataVersion } from './sqlite.js'
import { loadMatrix, type VectorMatrix } from './vector-matrix.js'

/** Exact cosine search over an index; keeps the vectors in memory once it had to read them all. */
export class VectorSearch {
  readonly #database: Database
  readonly #dim: number
  #matrix: VectorMatrix | null = null
  #partial = false
  /** The state of the index that `#matrix` is of. */
  #version: number

  constructor(database: Database) {
    this.#database = database
    this.#dim = Number(readMeta(database).get('embedding_dim') ?? 0)
    this.#version = dataVersion(database)
  }

  /**
   * The hits of `query` among the chunks that `filter` lets through; to be called inside a transaction, so that
   * vectors and filter are of one state. A zero query has none.
   * @throws IndexError `VECTOR_WIDTH`, `VECTOR_NOT_FINITE`; what SQLite throws is passed on.
   */
  search(query: Float32Array, filter: ChunkFilter, limit: number): VectorHit[] {
    const unit = this.#unit(query)
    if (unit === null || limit < 1) return []
    this.#forgetOld()
    const matrix = this.#matrixFor(filter)
    const { scan, chunkIds } = matrix
    const allowed = isUnfiltered(filter) ? undefined : this.#allowed(filter, matrix)
    return scan
      .topK(unit, limit, allowed)
      .filter(({ score }) => score > 0)
      .map(({ row, score }, i) => ({
        chunkId: chunkIds[row] ?? 0,
        rank: i + 1,
        // Float32 rounding can carry the product of two unit vectors past 1.
        cosine: Math.min(1, score),
      }))
  }

  #forgetOld(): void {
    const version = dataVersion(this.#database)
    if (version === this.#version) return
    this.#version = version
    this.#matrix = null
    this.#partial = false
  }

  /**
   * One search under a filter reads the vectors of its documents alone. Whoever searches on reads them all, once:
   * a second filtered search would pay for reading again what it may share with the first.
   */
  #matrixFor(filter: ChunkFilter): VectorMatrix {
    if (this.#matrix === null && !this.#partial && !isUnfiltered(filter)) {
      this.#partial = true
      return loadMatrix(this.#database, this.#dim, filter)
    }
    this.#matrix ??= loadMatrix(this.#database, this.#dim, {})
    return this.#matrix
  }

  #allowed(filter: ChunkFilter, { scan, rowsOf }: VectorMatrix): Uint8Array {
    const allowed = new Uint8Array(scan.rows)
    for (const { id } of eachRow(this.#database, allowedQuery(filter))) {
      const rows = rowsOf.get(id)
      if (rows !== undefined) allowed.fill(1, rows.first, rows.first + rows.count)
    }
    return allowed
  }

  /** `query` at length 1; null for the zero vector, which is near nothing. */
  #unit(query: Float32Array): Float32Array | null {
    if (query.length !== this.#dim) throw wrongWidth(this.#dim, query.length)
    let squares = 0
    for (const value of query) squares += value * value
    const norm = Math.sqrt(squares)
    if (!Number.isFinite(norm)) throw notFinite()
    return norm === 0 ? null : query.map((value) => value / norm)
  }
}

/** The documents whose chunks a filter lets through. */
export function allowedQuery(filter: ChunkFilter): Select<{ id: string }> {
  return queries.selectFrom('documents as d').select('d.id').where(documentFilter(filter))
}

function wrongWidth(expected: number, found: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `The query vector has width ${found}, the index holds vectors of width ${expected}`,
    remedy: 'Run `pnk sync --rebuild`: the index was built with another embedding model.',
    details: { expected, found },
  })
}

function notFinite(): IndexError {
  return new IndexError({
    code: 'VECTOR_NOT_FINITE',
    message: 'The embedding model gave a query vector that holds NaN or an infinity',
    remedy: 'Try other words; if it stays so, choose another [embedding] model.',
  })
}
