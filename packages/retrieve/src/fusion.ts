/** The constant of reciprocal rank fusion: Cormack, Clarke and Büttcher (SIGIR 2009) settled on 60. */
export const RRF_K = 60

/** A fused candidate. */
export interface Fused<Id> {
  readonly id: Id
  /** Sum of `1 / (k + rank)` over the lists that hold it; in (0, lists / (k + 1)]. */
  readonly score: number
  /** The one-based rank in each list, in the order the lists were given; null where it is absent. */
  readonly ranks: readonly (number | null)[]
}

/**
 * The union of ranked lists, best first: `score(c) = sum over lists of 1 / (k + rank)`, rank one-based
 * (docs/decisions/0006). Equal scores keep the order of first insertion: list by list, each from its top. The scores do
 * not depend on the order of the lists, to the last bit: the terms are added from the best rank down. A list that
 * repeats an id counts its first place only. No lists, or only empty ones, give an empty array.
 */
export function fuse<Id>(lists: readonly (readonly Id[])[], k = RRF_K): Fused<Id>[] {
  const ranks = new Map<Id, (number | null)[]>()
  lists.forEach((list, index) => {
    list.forEach((id, position) => {
      const row = ranks.get(id) ?? new Array<number | null>(lists.length).fill(null)
      row[index] ??= position + 1
      ranks.set(id, row)
    })
  })
  const fused = [...ranks].map(([id, row]) => ({ id, score: reciprocalSum(row, k), ranks: row }))
  return fused.sort((a, b) => b.score - a.score)
}

/** Float addition is not associative; a fixed order of terms keeps tied candidates exactly tied. */
function reciprocalSum(ranks: readonly (number | null)[], k: number): number {
  const present = ranks.filter((rank) => rank !== null).sort((a, b) => a - b)
  return present.reduce((sum, rank) => sum + 1 / (k + rank), 0)
}
