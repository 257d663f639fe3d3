import { seededRandom } from '../../../packages/retrieve/src/eval/seeded-random.js'

/** Unit vectors that lie as those of real texts do: of one subject closer than of others, and none of them opposite. */
export interface MadeUpVectors {
  /** The vectors of a document's chunks, row-major `[chunks * dim]`. */
  document(chunks: number): Float32Array
  /** Queries about some document each, row-major `[count * dim]`. */
  queries(count: number): Float32Array
}

/**
 * Shares of a vector's parts. They give the cosines of a small transformer model: 0.5 between any two texts, 0.6 within
 * a subject, 0.75 within a document, and 0.65 from a query to the best of its document.
 */
const PASSAGE = { common: 0.7, subject: 0.35, document: 0.35, own: 0.5 }
const QUERY = { common: 0.7, subject: 0.35, document: 0.3, own: 0.55 }
const SUBJECTS = 400
/** Numbers that parts are cut from, at a random place: drawing 384 for each of a million vectors would take minutes. */
const POOL = 2 ** 20

export function madeUpVectors(dim: number): MadeUpVectors {
  const random = seededRandom(11)
  const pool = Float32Array.from({ length: POOL }, () => gaussian(random))
  const direction = () => {
    const at = Math.floor(random() * (POOL - dim))
    return unit(pool.slice(at, at + dim))
  }
  const common = direction()
  const subjects = Array.from({ length: SUBJECTS }, direction)
  const subject = () => subjects[Math.floor(random() * SUBJECTS)] ?? common
  const mixed = (shares: typeof PASSAGE, parts: { subject: Float32Array; document: Float32Array }) => {
    const own = direction()
    return unit(
      own.map(
        (value, i) =>
          shares.own * value +
          shares.common * (common[i] ?? 0) +
          shares.subject * (parts.subject[i] ?? 0) +
          shares.document * (parts.document[i] ?? 0),
      ),
    )
  }
  const kept: { subject: Float32Array; document: Float32Array }[] = []
  return {
    document(chunks) {
      const parts = { subject: subject(), document: direction() }
      // The first documents are asked about.
      if (kept.length < 1000) kept.push(parts)
      return rows(chunks, dim, () => mixed(PASSAGE, parts))
    },
    queries(count) {
      const absent = { subject: common, document: common }
      return rows(count, dim, (n) => mixed(QUERY, kept[n % Math.max(1, kept.length)] ?? absent))
    },
  }
}

function rows(count: number, dim: number, row: (n: number) => Float32Array): Float32Array {
  const vectors = new Float32Array(count * dim)
  for (let n = 0; n < count; n++) vectors.set(row(n), n * dim)
  return vectors
}

/** By the polar method, one of its pair. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2
  const norm = Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / norm
  return vector
}
