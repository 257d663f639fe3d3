/** Weights of a logistic regression, the intercept last. */
export type Weights = readonly number[]

/** Strength of the L2 penalty on standardised features; the intercept is free. */
const PENALTY = 1
const STEPS = 30

/**
 * Weights by which `rows` of features tell `labels` apart, found by Newton's method with an L2 penalty, so that they are
 * finite even where a feature separates them. Features are expected on one scale: see {@link standardiser}.
 */
export function fitLogistic(rows: readonly (readonly number[])[], labels: readonly boolean[]): Weights {
  const size = (rows[0]?.length ?? 0) + 1
  let weights: number[] = Array.from({ length: size }, () => 0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, j) => (j < size - 1 ? PENALTY * weight : 0))
    const hessian: number[][] = weights.map((_, j) =>
      weights.map((_, i) => (i === j ? (j < size - 1 ? PENALTY : 1e-9) : 0)),
    )
    for (const [r, features] of rows.entries()) {
      const row = [...features, 1]
      const p = probability(weights, features)
      const error = p - Number(labels[r] ?? false)
      for (const [j, x] of row.entries()) {
        gradient[j] = (gradient[j] ?? 0) + error * x
        const line = hessian[j] ?? []
        for (const [i, y] of row.entries()) line[i] = (line[i] ?? 0) + p * (1 - p) * x * y
      }
    }
    const change = solve(hessian, gradient)
    weights = weights.map((weight, j) => weight - (change[j] ?? 0))
  }
  return weights
}

/** The probability, 0 to 1, that a row of features has the label. */
export function probability(weights: Weights, features: readonly number[]): number {
  const sum = features.reduce((total, x, j) => total + x * (weights[j] ?? 0), weights.at(-1) ?? 0)
  return 1 / (1 + Math.exp(-sum))
}

/** Brings each feature to mean 0 and variance 1 over `rows`; one that never changes becomes 0. */
export function standardiser(rows: readonly (readonly number[])[]): (row: readonly number[]) => number[] {
  const columns = (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] ?? 0))
  const means = columns.map((column) => column.reduce((sum, x) => sum + x, 0) / column.length)
  const deviations = columns.map((column, j) =>
    Math.sqrt(column.reduce((sum, x) => sum + (x - (means[j] ?? 0)) ** 2, 0) / column.length),
  )
  return (row) => row.map((x, j) => (deviations[j] ? (x - (means[j] ?? 0)) / deviations[j] : 0))
}

/** How often a value of `positive` exceeds one of `negative`, ties counting half: the area under the ROC curve. */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  let sum = 0
  for (const a of positive) for (const b of negative) sum += a > b ? 1 : a === b ? 0.5 : 0
  return sum / (positive.length * negative.length)
}

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0])
  const n = rows.length
  for (let i = 0; i < n; i++) {
    const pivot = rows
      .slice(i)
      .reduce((best, row) => (Math.abs(row[i] ?? 0) > Math.abs(best[i] ?? 0) ? row : best))
    const at = rows.indexOf(pivot)
    rows[at] = rows[i] ?? []
    rows[i] = pivot
    for (const [j, row] of rows.entries()) {
      if (j === i) continue
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1)
      rows[j] = row.map((x, c) => x - factor * (pivot[c] ?? 0))
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
}
