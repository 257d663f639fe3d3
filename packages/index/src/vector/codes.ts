/**
 * Vectors rounded to int8, with a bound on what rounding can do to a dot product.
 *
 * A row x is stored as codes c and a scale s, the rest being e = x - s*c. For a query q of length 1, rounded to
 * int16 as r + d, the dot product is q*x = r*(s*c) + d*(s*c) + q*e. By Cauchy and Schwarz the last two are at most
 * |d| |s*c| + |e|; |d| has a bound that no query exceeds, so one number a row bounds them all. Whoever takes the rows
 * whose bound reaches the k-th best exact score and compares them by their float32 vectors has the exact k best.
 */

/** Largest code, and largest number of a rounded query. */
const CODE = 127
const NUMBER = 32_767
/** What sums of products may reach, so that 32 bits hold them. */
const LARGEST_SUM = 2 ** 30
/** A vector of smaller numbers is taken for zero: its scale would lose digits to underflow. */
const LEAST_NUMBER = 2 ** -100

/** Where rows are to be coded; the same row of all three. */
export interface CodeRows {
  /** Row-major `[rows * dim]`. */
  readonly codes: Int8Array
  readonly scales: Float32Array
  readonly errors: Float32Array
}

/** Codes `vectors`, row-major and `dim` wide, into `target` from its row `at` on. */
export function codeRows(vectors: Float32Array, dim: number, target: CodeRows, at: number): void {
  const rows = vectors.length / dim
  const share = queryError(dim) + roundingError(dim)
  for (let row = 0; row < rows; row++) {
    const vector = vectors.subarray(row * dim, (row + 1) * dim)
    const codes = target.codes.subarray((at + row) * dim, (at + row + 1) * dim)
    const most = largest(vector)
    const scale = most < LEAST_NUMBER ? 0 : Math.fround(most / CODE)
    const { rest, norm } = codeRow(vector, codes, scale)
    target.scales[at + row] = scale
    target.errors[at + row] = rest + share * (norm + rest)
  }
}

/** Fills `codes`; the lengths of what rounding left over and of the vector. */
function codeRow(vector: Float32Array, codes: Int8Array, scale: number): { rest: number; norm: number } {
  let rest = 0
  let norm = 0
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] ?? 0
    const code = scale === 0 ? 0 : Math.round(value / scale)
    codes[i] = code
    rest += (value - code * scale) ** 2
    norm += value * value
  }
  return { rest: Math.sqrt(rest), norm: Math.sqrt(norm) }
}

/** A query as the kernel takes it: about `numbers[i] * scale` each. */
export interface CodedQuery {
  readonly numbers: Int16Array
  readonly scale: number
}

/** The unit vector `query`, rounded as finely as int16 and sums of 32 bits allow. */
export function codeQuery(query: Float32Array): CodedQuery {
  const most = largest(query)
  if (most === 0) return { numbers: new Int16Array(query.length), scale: 0 }
  const steps = Math.min(NUMBER / most, LARGEST_SUM / (CODE * Math.sqrt(query.length)))
  return { numbers: Int16Array.from(query, (value) => Math.round(value * steps)), scale: 1 / steps }
}

/** The greatest length of what {@link codeQuery} rounds away: half a step a number, with the fewest steps there are. */
function queryError(dim: number): number {
  return Math.sqrt(dim) / (2 * NUMBER)
}

/** What float32 arithmetic adds, here and in the exact scan, for a vector of length 1. */
function roundingError(dim: number): number {
  return 2 ** -23 * (dim / 16 + 16)
}

function largest(vector: Float32Array): number {
  let most = 0
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] ?? 0))
  return most
}
