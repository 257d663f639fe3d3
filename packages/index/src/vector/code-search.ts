import type { CodeScan } from './code-scan.js'
import { type ScanHit, topScores } from './top-k.js'

/** The exact scores of some rows, given ascending: best first, ties by row. */
export type ExactScores = (rows: readonly number[]) => ScanHit[]

/** How many rows to find, among which, and how to score one exactly. */
export interface CodeSearch {
  readonly k: number
  readonly allowed?: Uint8Array | undefined
  readonly exact: ExactScores
}

/**
 * The `k` rows of the greatest exact score above 0, best first, ties by row: what a scan of the float32 vectors finds,
 * not an approximation of it. Two passes: the `k` rows of the highest bounds give a score that the k-th best is not
 * below; then all rows whose bound reaches it are compared. Only these rows' exact vectors are asked for.
 */
export function searchCodes(
  scan: CodeScan,
  query: Float32Array,
  { k, allowed, exact }: CodeSearch,
): ScanHit[] {
  const bounds = scan.bounds(query, allowed)
  const likely = topScores(bounds, k).map(({ row }) => row)
  const hits = exact(likely.toSorted((a, b) => a - b))
  const least = Math.max(0, hits.length < k ? 0 : (hits[k - 1]?.score ?? 0))
  const others = rowsFrom(bounds, least, new Set(likely))
  return [...hits, ...exact(others)]
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, k)
}

/** The rows whose bound is at least `least`, ascending, without `known`. */
function rowsFrom(bounds: Float32Array, least: number, known: ReadonlySet<number>): number[] {
  const rows: number[] = []
  for (let row = 0; row < bounds.length; row++) {
    if ((bounds[row] ?? Number.NaN) >= least && !known.has(row)) rows.push(row)
  }
  return rows
}
