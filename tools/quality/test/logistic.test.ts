import { describe, expect, it } from 'vitest'
import { areaUnderCurve, fitLogistic, probability, standardiser } from '../logistic.js'

describe('the logistic regression', () => {
  it('has a gradient of zero at its weights: sum of errors 0, features balanced by the penalty', () => {
    const rows = [
      [-1, 0.5],
      [0, 1],
      [1, -1],
      [2, 0.3],
      [-2, -0.8],
      [0.5, 0.1],
    ]
    const labels = [false, true, true, true, false, false]
    const weights = fitLogistic(rows, labels)
    const errors = rows.map((row, i) => probability(weights, row) - Number(labels[i]))
    const sum = (of: (error: number, i: number) => number) =>
      errors.reduce((total, error, i) => total + of(error, i), 0)
    expect(sum((error) => error)).toBeCloseTo(0, 8)
    for (const j of [0, 1])
      expect(sum((error, i) => error * (rows[i]?.[j] ?? 0))).toBeCloseTo(-(weights[j] ?? 0), 8)
    expect(weights[0]).toBeGreaterThan(0)
  })

  it('stays finite where a feature separates the labels', () => {
    const weights = fitLogistic([[-1], [-1], [1], [1]], [false, false, true, true])
    expect(weights.every(Number.isFinite)).toBe(true)
    expect(probability(weights, [1])).toBeGreaterThan(0.6)
  })

  it('gives the share of the label without a feature that says anything', () => {
    const weights = fitLogistic([[0], [0], [0], [0]], [true, false, false, false])
    expect(probability(weights, [0])).toBeCloseTo(0.25, 6)
  })
})

describe('standardising', () => {
  it('gives mean 0 and variance 1, and 0 for what never changes', () => {
    const scale = standardiser([
      [1, 7],
      [3, 7],
    ])
    expect(scale([1, 7])).toEqual([-1, 0])
    expect(scale([5, 9])).toEqual([3, 0])
  })
})

describe('the area under the curve', () => {
  it('is the share of pairs in the right order', () => {
    expect(areaUnderCurve([2, 3], [1])).toBe(1)
    expect(areaUnderCurve([1], [1, 2])).toBe(0.25)
  })
})
