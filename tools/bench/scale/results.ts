/** What one run measured, as `results.json` holds it; times are milliseconds. */
export interface ScaleResults {
  readonly machine: string
  readonly date: string
  readonly sizes: readonly SizeResult[]
}

export interface SizeResult {
  readonly chunks: number
  readonly queries: number
  readonly indexBytes: number
  readonly warm: readonly WarmResult[]
  readonly cold: readonly ColdResult[]
}

/** The ways of searching, by their names in the table. */
export const WAYS = ['NumPy', 'exact', 'int8', 'sqlite-vec', 'search'] as const
export type Way = (typeof WAYS)[number]

export interface WarmResult {
  readonly way: Way
  readonly p50: number
  readonly p95: number
  readonly best: number
  /** The most memory the process had; null where the system does not say. */
  readonly peakBytes: number | null
  /** Of the queries: how many had NumPy's hits, up to rows whose scores are within 1e-6; null for whole searches. */
  readonly agreed: number | null
}

/** Medians over some processes. */
export interface ColdResult {
  readonly tier: 'exact' | 'int8' | 'sqlite-vec'
  /** Opening the index. */
  readonly open: number
  /** The first search of vectors. */
  readonly vector: number
  /** The first search of words. */
  readonly lexical: number
  /** The whole process, start of Node and loading of the package included. */
  readonly process: number
  readonly rssBytes: number
}

/** The value that a share of `numbers` does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
