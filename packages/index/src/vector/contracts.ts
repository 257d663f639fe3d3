import type { VectorTier } from '../store/vector-tier.js'

/** A chunk that a vector search found; `rank` is one-based. */
export interface VectorHit {
  readonly chunkId: number
  readonly rank: number
  /** In (0, 1]. */
  readonly cosine: number
}

/** Whether a tier finds what the exact scan finds. */
export interface TierAgreement {
  readonly tier: VectorTier
  /** Stored vectors that were searched for: 20, or as many as there are that are not zero. */
  readonly queries: number
  /** Of the first search that differed; null when all of them agreed. */
  readonly difference: TierDifference | null
}

/** The first rank, one-based, at which the best 50 hits differ; null for a hit that is not there. */
export interface TierDifference {
  readonly rank: number
  /** By the exact scan. */
  readonly wanted: VectorHit | null
  readonly found: VectorHit | null
}

/** How near every active chunk comes to a query; row by row, in the order of path, then ordinal. */
export interface ChunkCosines {
  readonly chunkIds: Float64Array
  /** -1 to 1, off by rounding, and by a thousandth or two where vectors are scanned as int8 codes. */
  readonly cosines: Float32Array
}

/** As {@link ChunkCosines}, with what is known of them. To be used in the snapshot that they were asked for in. */
export interface CosineBounds extends ChunkCosines {
  /** By how much each may be off, 0 for those of float32 vectors; null: not at all. */
  readonly errors: Float32Array | null
  /** Puts the cosines of the float32 vectors of some rows in their place: the same in every tier. */
  settle(rows: readonly number[]): void
}
