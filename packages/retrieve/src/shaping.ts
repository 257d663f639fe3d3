/** What shaping reads of a ranked passage. */
export interface Shapeable {
  readonly docId: string
  readonly tokenCount: number
}

export interface ShapingLimits {
  /** Most passages of one document; null: no limit. */
  readonly maxPerDocument: number | null
  readonly k: number
  /** Most tokens over the kept passages; null: no limit. */
  readonly maxTokens: number | null
}

export interface Shaped<T> {
  readonly kept: readonly T[]
  /** Passages passed over because their document already had its share. */
  readonly droppedPerDocument: number
  /** Passages inside `k` that did not fit the token budget, in rank order. */
  readonly omitted: readonly T[]
  /** Sum of `tokenCount` over `kept`. */
  readonly tokensReturned: number
}

/**
 * The part of a final ranking that is returned. In this order: the cap per document, the cut at
 * `k`, then the token budget, which drops a passage whole and goes on with the next, smaller one. Nothing is truncated.
 */
export function shape<T extends Shapeable>(ranking: readonly T[], limits: ShapingLimits): Shaped<T> {
  const capped = capPerDocument(ranking, limits)
  const budget = fitBudget(capped.kept, limits.maxTokens ?? Number.POSITIVE_INFINITY)
  return { ...budget, droppedPerDocument: capped.dropped }
}

/** Stops at `k`: what stands below the last returned passage was not dropped by the cap. */
function capPerDocument<T extends Shapeable>(
  ranking: readonly T[],
  { maxPerDocument, k }: ShapingLimits,
): { kept: T[]; dropped: number } {
  const cap = maxPerDocument ?? Number.POSITIVE_INFINITY
  const seen = new Map<string, number>()
  const kept: T[] = []
  let dropped = 0
  for (const passage of ranking) {
    if (kept.length === k) break
    const count = seen.get(passage.docId) ?? 0
    if (count >= cap) {
      dropped++
      continue
    }
    seen.set(passage.docId, count + 1)
    kept.push(passage)
  }
  return { kept, dropped }
}

function fitBudget<T extends Shapeable>(passages: readonly T[], budget: number) {
  const kept: T[] = []
  const omitted: T[] = []
  let tokensReturned = 0
  for (const passage of passages) {
    if (tokensReturned + passage.tokenCount > budget) {
      omitted.push(passage)
      continue
    }
    tokensReturned += passage.tokenCount
    kept.push(passage)
  }
  return { kept, omitted, tokensReturned }
}
