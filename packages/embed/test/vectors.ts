/** The rows of a row-major matrix. */
export function rowsOf(matrix: Float32Array, dim: number): number[][] {
  return Array.from({ length: matrix.length / dim }, (_, row) =>
    Array.from(matrix.subarray(row * dim, (row + 1) * dim)),
  )
}

/** The largest difference between numbers at the same place. */
export function largestDifference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)
}
