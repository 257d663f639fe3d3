import { createFloat32Scan, type LabelVectors, type SameAs, type VectorScan } from '@pinakes/index'

/** From this cosine on two names mean the same, most likely. */
export const SAME_AS_COSINE = 0.8
/** Near-duplicates of one entity, at most. */
export const MAX_SAME_AS = 5
/** Pairs that are kept from one round to decide on, some 30 MB: numbered names may make millions. */
const MOST_KEPT = 2 ** 18

/**
 * Pairs of rows whose vectors are nearly the same, best first, ties by row; no row is in more than five of them. Compares
 * every row with every other, seconds for ten thousand, and again those that lack pairs where more than `mostKept` pairs
 * were left over; the result does not depend on it.
 */
export function nearDuplicates(labelled: LabelVectors, mostKept = MOST_KEPT): SameAs[] {
  const { labels, dim, vectors } = labelled
  const scan = createFloat32Scan({ dim, capacity: labels.length })
  scan.vectors.set(vectors)
  scan.rows = labels.length
  const taken = new Uint8Array(labels.length)
  const isOpen = (row: number) => (taken[row] as number) < MAX_SAME_AS
  const accepted: SameAs[] = []
  let round: Round = { pairs: [], next: FIRST }
  while (round.next !== null) {
    round = bestPairs(nearPairs(scan, vectors, isOpen), { after: round.next, mostKept })
    for (const pair of round.pairs) {
      const { a, b } = pair
      if (!isOpen(a) || !isOpen(b)) continue
      taken[a] = (taken[a] as number) + 1
      taken[b] = (taken[b] as number) + 1
      accepted.push(pair)
    }
  }
  return accepted
}

/** Stands before every pair. */
const FIRST: SameAs = { a: -1, b: -1, cosine: Number.POSITIVE_INFINITY }

function compare(one: SameAs, other: SameAs): number {
  return other.cosine - one.cosine || one.a - other.a || one.b - other.b
}

function* nearPairs(
  scan: VectorScan,
  vectors: Float32Array,
  isOpen: (row: number) => boolean,
): Generator<SameAs> {
  const { dim, rows } = scan
  for (let a = 0; a < rows; a++) {
    if (!isOpen(a)) continue
    const scores = scan.scores(vectors.subarray(a * dim, (a + 1) * dim))
    for (let b = a + 1; b < rows; b++) {
      const cosine = scores[b] as number
      if (cosine >= SAME_AS_COSINE && isOpen(b)) yield { a, b, cosine: Math.min(1, cosine) }
    }
  }
}

interface Round {
  /** Best first. */
  readonly pairs: readonly SameAs[]
  /** The last of `pairs` where others come behind it; null when these are all. */
  readonly next: SameAs | null
}

interface RoundInput {
  /** Only pairs behind this one count. */
  readonly after: SameAs
  readonly mostKept: number
}

/** The best pairs of `all`, `mostKept` of them where there are more. */
function bestPairs(all: Iterable<SameAs>, { after, mostKept }: RoundInput): Round {
  let pairs: SameAs[] = []
  let next: SameAs | null = null
  const cut = () => {
    pairs.sort(compare)
    if (pairs.length <= mostKept) return
    pairs = pairs.slice(0, mostKept)
    next = pairs.at(-1) ?? null
  }
  for (const pair of all) {
    if (compare(pair, after) <= 0 || (next !== null && compare(pair, next) > 0)) continue
    pairs.push(pair)
    if (pairs.length >= 2 * mostKept) cut()
  }
  cut()
  return { pairs, next }
}
