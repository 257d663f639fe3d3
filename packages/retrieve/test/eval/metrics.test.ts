import { describe, expect, it } from 'vitest'
import { mean, ndcgAt, recallAt, reciprocalRankAt } from '../../src/eval/metrics.js'

const judged = (grades: Record<string, number>) => new Map(Object.entries(grades))

describe('nDCG', () => {
  it('is the hand-computed value for graded judgments', () => {
    const judgments = judged({ a: 3, b: 2, c: 1, z: 0 })
    // DCG = 2/log2(2) + 0 + 3/log2(4) = 3.5; IDCG = 3 + 2/log2(3) + 1/2
    const ideal = 3 + 2 / Math.log2(3) + 0.5
    expect(ndcgAt(10, ['b', 'z', 'a'], judgments)).toBeCloseTo(3.5 / ideal, 12)
  })

  it('is 1 for the ideal order and 0 when nothing relevant is found or judged', () => {
    const judgments = judged({ a: 2, b: 1 })
    expect(ndcgAt(10, ['a', 'b', 'x'], judgments)).toBe(1)
    expect(ndcgAt(10, ['x', 'y'], judgments)).toBe(0)
    expect(ndcgAt(10, [], judgments)).toBe(0)
    expect(ndcgAt(10, ['a'], judged({ a: 0 }))).toBe(0)
  })

  it('cuts the ideal at k too, so that more relevant documents than k can still score 1', () => {
    const judgments = judged({ a: 1, b: 1, c: 1 })
    expect(ndcgAt(2, ['c', 'a'], judgments)).toBe(1)
  })
})

describe('reciprocal rank and recall', () => {
  const judgments = judged({ a: 1, b: 1, c: 1, d: 0 })

  it('count from one and stop at k', () => {
    expect(reciprocalRankAt(10, ['x', 'd', 'b'], judgments)).toBeCloseTo(1 / 3, 12)
    expect(reciprocalRankAt(2, ['x', 'd', 'b'], judgments)).toBe(0)
    expect(recallAt(2, ['a', 'x', 'b'], judgments)).toBeCloseTo(1 / 3, 12)
    expect(recallAt(3, ['a', 'x', 'b'], judgments)).toBeCloseTo(2 / 3, 12)
  })

  it('compare ids exactly: neither suffixes nor case', () => {
    expect(recallAt(10, ['release-a', 'A', 'a.txt'], judgments)).toBe(0)
  })
})

it('a mean is 0 of nothing', () => {
  expect(mean([])).toBe(0)
  expect(mean([1, 0, 0.5])).toBe(0.5)
})
