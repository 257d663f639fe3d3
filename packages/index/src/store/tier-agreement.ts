import type { TierAgreement, TierDifference, VectorHit } from '../vector/contracts.js'
import { createFloat32Scan } from '../vector/scan.js'
import type { ScanHit } from '../vector/top-k.js'
import { StoredVectors } from './exact-scores.js'
import { vectorsQuery } from './exact-table.js'
import { readMeta } from './meta-table.js'
import { type RowLayout, rowLayout } from './row-layout.js'
import { eachRow } from './run-query.js'
import { damagedVectors } from './sealed-blob.js'
import type { Database } from './sqlite.js'
import { unitQuery } from './unit-query.js'
import { decodeVector } from './vector-blob.js'
import { VectorSearch } from './vector-search.js'
import type { VectorTier } from './vector-tier.js'

/** Stored vectors that are searched for, spread evenly over the chunks. */
const QUERIES = 20
/** Hits that have to agree. */
const HITS = 50
/** Hits whose cosines are no further apart may have changed places. */
const TOLERANCE = 1e-6
/** Float32 vectors in memory at a time, whatever the size of the index. */
const BLOCK = 4096

/**
 * Whether `tier` finds for {@link QUERIES} of the stored vectors what a scan of all of them finds; to be called inside a
 * transaction. Which vectors, depends on the index alone.
 * @throws IndexError `INDEX_DAMAGED`, `VECTOR_WIDTH`, `VECTOR_TIER_UNAVAILABLE`; what SQLite throws is passed on.
 */
export function tierAgreement(database: Database, tier: VectorTier): TierAgreement {
  const layout = rowLayout(database, {})
  const dim = Number(readMeta(database).get('embedding_dim') ?? 0)
  const chunks = evenlySpread(layout.rows, QUERIES).map((row) => layout.chunkIds[row] ?? 0)
  const queries = storedQueries(database, dim, chunks)
  const exact = exactHits(database, dim, { layout, queries })
  const search = new VectorSearch(database, tier)
  for (const [i, query] of queries.entries()) {
    const difference = firstDifference(exact[i] ?? [], search.search(query, {}, HITS))
    if (difference !== null) return { tier, queries: queries.length, difference }
  }
  return { tier, queries: queries.length, difference: null }
}

/** The first place at which two rankings are not the same one, apart from hits that are as near as each other; or null. */
export function firstDifference(
  exact: readonly VectorHit[],
  found: readonly VectorHit[],
): TierDifference | null {
  const length = Math.max(exact.length, found.length)
  for (let i = 0; i < length; i++) {
    const [wanted, got] = [exact[i] ?? null, found[i] ?? null]
    const near = wanted !== null && got !== null && Math.abs(wanted.cosine - got.cosine) <= TOLERANCE
    if (!near) return { rank: i + 1, wanted, found: got }
  }
  return null
}

/** At most `count` of the numbers below `rows`, ascending, at equal distances. */
function evenlySpread(rows: number, count: number): number[] {
  const many = Math.min(rows, count)
  return Array.from({ length: many }, (_, i) => Math.floor((i * rows) / many))
}

/** At length 1, as a search makes them; a zero vector has no hits, and asks for nothing. */
function storedQueries(database: Database, dim: number, chunks: readonly number[]): Float32Array[] {
  const stored = new StoredVectors(database, dim)
  return chunks.flatMap((chunk) => {
    stored.scores(new Float32Array(dim), [chunk])
    const unit = unitQuery(stored.vector(0), dim)
    return unit === null ? [] : [unit]
  })
}

interface ExactHits {
  readonly layout: RowLayout
  readonly queries: readonly Float32Array[]
}

/** What the exact tier finds, all queries in one pass over the file. */
function exactHits(database: Database, dim: number, { layout, queries }: ExactHits): VectorHit[][] {
  if (queries.length === 0) return []
  const zero = new Float32Array(dim)
  const scan = createFloat32Scan({ dim, capacity: Math.min(BLOCK, layout.rows) })
  let best: ScanHit[][] = queries.map(() => [])
  let row = 0
  const scanBlock = (rows: number) => {
    scan.rows = rows
    best = best.map((hits, i) => merged(hits, scan.topK(queries[i] ?? zero, HITS), row - rows))
  }
  for (const stored of eachRow(database, vectorsQuery({}))) {
    if (layout.chunkIds[row] !== stored.chunk) break
    decodeVector(database, stored, { vectors: scan.vectors, dim, row: row % scan.capacity })
    row++
    if (row % scan.capacity === 0) scanBlock(scan.capacity)
  }
  if (row < layout.rows)
    throw damagedVectors(database, `the vector of chunk ${layout.chunkIds[row]} is missing`)
  scanBlock(row % scan.capacity)
  return best.map((hits) => vectorHits(hits, layout))
}

/** The best of two lists, the second counting its rows from `offset`. */
function merged(hits: readonly ScanHit[], more: readonly ScanHit[], offset: number): ScanHit[] {
  const moved = more.map(({ row, score }) => ({ row: row + offset, score }))
  return [...hits, ...moved].sort((a, b) => b.score - a.score || a.row - b.row).slice(0, HITS)
}

function vectorHits(hits: readonly ScanHit[], layout: RowLayout): VectorHit[] {
  return hits
    .filter(({ score }) => score > 0)
    .map(({ row, score }, i) => ({
      chunkId: layout.chunkIds[row] ?? 0,
      rank: i + 1,
      cosine: Math.min(1, score),
    }))
}
