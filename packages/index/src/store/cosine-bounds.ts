import type { CosineBounds } from '../vector/contracts.js'
import type { StoredVectors } from './exact-scores.js'
import type { RowLayout } from './row-layout.js'
import type { VectorCache } from './vector-cache.js'
import type { VectorTable } from './vector-table.js'

/** Every row is as near as it is, and that is 0. */
export function noCosines({ chunkIds, rows }: RowLayout): CosineBounds {
  return { chunkIds, cosines: new Float32Array(rows), errors: null, settle: () => undefined }
}

export interface BoundsInput {
  readonly table: VectorTable
  readonly unit: Float32Array
  readonly stored: StoredVectors
  readonly cache: VectorCache
}

/** The cosines of a table as near as it knows them, and those of the cache; the others are read when they are settled. */
export function cosineBounds({ table, unit, stored, cache }: BoundsInput): CosineBounds {
  const { chunkIds } = table.layout
  // The views are copied: the next search would change them.
  const cosines = Float32Array.from(table.cosines(unit))
  if (table.errors === null) return { chunkIds, cosines, errors: null, settle: () => undefined }
  const errors = table.errors.slice(0, cosines.length)
  const put = (row: number, score: number) => {
    cosines[row] = score
    errors[row] = 0
  }
  cache.each(unit, put)
  return {
    chunkIds,
    cosines,
    errors,
    settle(rows) {
      const open = rows.filter((row) => errors[row] !== 0)
      if (open.length === 0) return
      const ids = open.map((row) => chunkIds[row] as number)
      for (const { row: place, score } of stored.scores(unit, ids)) {
        put(open[place] as number, score)
        cache.add(open[place] as number, stored.vector(place))
      }
    },
  }
}
