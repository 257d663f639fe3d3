import type { Reached } from './expansion.js'
import type { QueryCosines } from './query-cosines.js'

export interface RankReachedInput {
  readonly cosines: QueryCosines
  readonly linkDistance: boolean
  readonly limit: number
  /** What the cosine of a chunk is multiplied by, at least 1. */
  salience(row: number): number
}

/** The best of what was reached: by cosine, then fewer hops, then weight, then path and ordinal. */
export function rankReached(reached: readonly Reached[], input: RankReachedInput): Reached[] {
  const { cosines, linkDistance, limit, salience } = input
  if (limit < 1) return []
  const likely = likelyBest(reached, input)
  cosines.settle(likely.map(({ row }) => row))
  return likely
    .map((one) => ({ one, score: cosines.at(one.row) * salience(one.row) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        (linkDistance ? a.one.distance - b.one.distance : 0) ||
        b.one.weight - a.one.weight ||
        a.one.row - b.one.row,
    )
    .slice(0, limit)
    .map(({ one }) => one)
}

/** Everything that may be among the best `limit`, by the bounds of its cosine. */
function likelyBest(
  reached: readonly Reached[],
  { cosines, limit, salience }: RankReachedInput,
): readonly Reached[] {
  if (reached.length <= limit) return reached
  const lows = Float64Array.from(reached, ({ row }) => cosines.low(row) * salience(row)).sort()
  const least = lows.at(-limit) as number
  return reached.filter(({ row }) => cosines.high(row) * salience(row) >= least)
}
