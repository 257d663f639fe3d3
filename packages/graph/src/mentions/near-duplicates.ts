import { createFloat32Scan, type LabelVectors, type SameAs } from '@pinakes/index'

/** From this cosine on two names mean the same, most likely. */
export const SAME_AS_COSINE = 0.8
/** Near-duplicates of one entity, at most. */
export const MAX_SAME_AS = 5

/**
 * Pairs of rows whose vectors are nearly the same, best first, ties by row; no row is in more than five of them. Compares
 * every row with every other: seconds for ten thousand.
 */
export function nearDuplicates({ labels, dim, vectors }: LabelVectors): SameAs[] {
  const scan = createFloat32Scan({ dim, capacity: labels.length })
  scan.vectors.set(vectors)
  scan.rows = labels.length
  const pairs: SameAs[] = []
  for (let a = 0; a < labels.length; a++) {
    const scores = scan.scores(vectors.subarray(a * dim, (a + 1) * dim))
    for (let b = a + 1; b < scores.length; b++) {
      const cosine = scores[b] as number
      if (cosine >= SAME_AS_COSINE) pairs.push({ a, b, cosine: Math.min(1, cosine) })
    }
  }
  pairs.sort((one, other) => other.cosine - one.cosine || one.a - other.a || one.b - other.b)
  const taken = new Uint8Array(labels.length)
  return pairs.filter(({ a, b }) => {
    if ((taken[a] as number) >= MAX_SAME_AS || (taken[b] as number) >= MAX_SAME_AS) return false
    taken[a] = (taken[a] as number) + 1
    taken[b] = (taken[b] as number) + 1
    return true
  })
}
