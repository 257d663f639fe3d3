/** A ranked list with the scores behind its ranks, best first; higher is better. */
export interface ScoredList<Id> {
  readonly hits: readonly { readonly id: Id; readonly score: number }[]
  /** True if the list ended at its limit: then what it does not hold may score up to its last hit. */
  readonly cut: boolean
  /** The score of what does not match at all, where the list has such a point: 0 for BM25; a cosine has none. */
  readonly zero?: number
  /** Default 1. */
  readonly weight?: number
}

/** What a further passage of the same document adds, relative to the one before it (measured: tools/bench/ir). */
const DOCUMENT_DECAY = 0.3

/** How far below a list's last score its zero lies, as a share of the way from the last to the best (measured as well). */
const FLOOR_DEPTH = 0.5

/**
 * How relevant each id of any list is by scores, not ranks: ranks alone make the best hit of a list as good as the best
 * of any other, however weak it is.
 *
 * own(c) = sum over lists of weight * (score(c) - floor) / (best - floor), a convex combination of scores brought to one
 * scale (Bruch, Gai and Ingber, TOIS 2023), with floor = last - (best - last) / 2, or the list's zero if nothing was cut
 * off. Each list is stretched because embedders differ in how far apart their cosines lie. An id that a list does not
 * hold counts there as the list's last hit if the list was cut, else 0. relevance(c) = own(c) + sum over i >= 1 of
 * 0.3^i * own(the i-th best other id of c's document): a passage is likelier to answer when its document has more to say
 * on the question (Callan, SIGIR 1994).
 *
 * Values compare within one call only. Lists without hits add nothing.
 */
export function relevance<Id>(
  lists: readonly ScoredList<Id>[],
  documentOf: (id: Id) => unknown,
): ReadonlyMap<Id, number> {
  const own = ownScores(lists)
  const documents = new Map<unknown, number[]>()
  for (const [id, score] of own) {
    const document = documentOf(id)
    const scores = documents.get(document)
    if (scores === undefined) documents.set(document, [score])
    else scores.push(score)
  }
  for (const scores of documents.values()) scores.sort((a, b) => b - a)
  return new Map(
    [...own].map(([id, score]) => [id, withDocument(score, documents.get(documentOf(id)) ?? [])]),
  )
}

function ownScores<Id>(lists: readonly ScoredList<Id>[]): ReadonlyMap<Id, number> {
  const own = new Map<Id, number>(lists.flatMap(({ hits }) => hits.map(({ id }) => [id, 0] as const)))
  for (const list of lists) {
    const { hits, cut, weight = 1 } = list
    const scale = scaleOf(list)
    const scores = new Map(hits.map(({ id, score }) => [id, scale(score)]))
    const absent = cut && hits.length > 0 ? scale(hits.at(-1)?.score ?? 0) : 0
    for (const [id, sum] of own) own.set(id, sum + weight * (scores.get(id) ?? absent))
  }
  return own
}

/** 1 for the best score; for the last a third, or what it is over the zero; 1 for every one of equal scores. */
function scaleOf({ hits, cut, zero }: ScoredList<unknown>): (score: number) => number {
  const best = hits[0]?.score ?? 0
  const last = hits.at(-1)?.score ?? 0
  const floor = cut || zero === undefined ? last - FLOOR_DEPTH * (best - last) : zero
  return best <= floor ? () => 1 : (score) => (score - floor) / (best - floor)
}

/** `sorted` holds the scores of the document's ids, best first, this one's among them: that one is passed over once. */
function withDocument(score: number, sorted: readonly number[]): number {
  let sum = score
  let weight = DOCUMENT_DECAY
  let passed = false
  for (const other of sorted) {
    if (!passed && other === score) {
      passed = true
      continue
    }
    sum += weight * other
    weight *= DOCUMENT_DECAY
  }
  return sum
}
