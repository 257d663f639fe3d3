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
  const share = queryError(dim) + roundingError(dim)
  for (let row = at, from = 0; from < vectors.length; row++, from += dim) {
    const stretch = { from, to: from + dim, codesFrom: row * dim }
    const most = largest(vectors, stretch)
    const scale = most < LEAST_NUMBER ? 0 : Math.fround(most / CODE)
    const { rest, norm } = codeRow(vectors, target.codes, { ...stretch, scale })
    target.scales[row] = scale
    target.errors[row] = rest + share * (norm + rest)
  }
}

/** Numbers `from` to `to` of an array. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** Fills the codes of a row; the lengths of what rounding left over and of the vector. */
function codeRow(
  vectors: Float32Array,
  codes: Int8Array,
  { from, to, codesFrom, scale }: Stretch & { readonly codesFrom: number; readonly scale: number },
): { rest: number; norm: number } {
  let rest = 0
  let norm = 0
  const steps = scale === 0 ? 0 : 1 / scale
  // In place and by floor: views of the row and Math.round, which minds the sign of zero, take five times as long.
  for (let i = from, place = codesFrom; i < to; i++, place++) {
    const value = vectors[i] ?? 0
    const code = Math.floor(value * steps + 0.5)
    const left = value - code * scale
    codes[place] = code
    rest += left * left
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
  const most = largest(query, { from: 0, to: query.length })
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

function largest(numbers: Float32Array, { from, to }: Stretch): number {
  let most = 0
  for (let i = from; i < to; i++) {
    const size = Math.abs(numbers[i] ?? 0)
    if (size > most) most = size
  }
  return most
}
