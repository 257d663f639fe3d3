import { describe, expect, it } from 'vitest'
import { comparePaired, findRegressions } from '../../src/eval/compare.js'
import type { Outcome } from '../../src/eval/contracts.js'
import { signTest } from '../../src/eval/sign-test.js'
import { summarise } from '../../src/eval/summary.js'

const row = (id: string, fields: Partial<Outcome> = {}): Outcome => ({
  id,
  kind: 'lexical',
  hit: true,
  hitRank: 1,
  confidence: 'medium',
  ...fields,
})
const MISS = { hit: false, hitRank: null }

const ROWS: readonly Outcome[] = [
  row('a', { confidence: 'high' }),
  row('b', { hitRank: 4, confidence: 'low' }),
  row('c', { ...MISS, kind: 'paraphrase', confidence: 'low' }),
  // Every hop but one was found: the rank counts, the hit does not.
  row('d', { hit: false, hitRank: 2, kind: 'multi-hop', confidence: 'unknown' }),
  row('e', { ...MISS, kind: 'no-answer', confidence: 'high' }),
  row('f', { ...MISS, kind: 'no-answer', confidence: 'low' }),
  row('g', { ...MISS, kind: 'no-answer' }),
]

describe('the summary of outcomes', () => {
  it('follows the formulas', () => {
    expect(summarise(ROWS)).toEqual({
      questions: 7,
      recallAtK: 0.5,
      mrr: 0.4375,
      rerankPrecision: 0.25,
      falseAbstain: 0.25,
      falseConfidence: 0.3333,
      confidenceCoverage: 0.8571,
      abstained: 0.3333,
      byKind: { lexical: 1, paraphrase: 0, 'multi-hop': 0, 'no-answer': 1 },
    })
  })

  it('is 0 where there is nothing to divide by', () => {
    expect(summarise([])).toMatchObject({
      questions: 0,
      recallAtK: 0,
      mrr: 0,
      falseConfidence: 0,
      byKind: {},
    })
  })
})

describe('regressions', () => {
  const now = summarise(ROWS)
  const figures = (baseline: Parameters<typeof findRegressions>[1]) =>
    findRegressions(now, baseline).map(({ figure }) => figure)

  it('are none against itself, nor within the tolerance', () => {
    expect(figures(now)).toEqual([])
    expect(
      figures({ ...now, recallAtK: 0.52, falseConfidence: 0.3133, byKind: { paraphrase: 0.02 } }),
    ).toEqual([])
  })

  it('name every figure that is worse by more', () => {
    const better = {
      questions: 8,
      recallAtK: 0.5201,
      mrr: 0.9,
      rerankPrecision: 0.9,
      falseAbstain: 0.2,
      falseConfidence: 0.3132,
      confidenceCoverage: 1,
      byKind: { paraphrase: 0.5, filter: 1, lexical: 1 },
    }
    expect(findRegressions(now, better)).toContainEqual({ figure: 'by_kind.filter', before: 1, now: null })
    expect(figures(better)).toEqual([
      'recall_at_k',
      'mrr',
      'rerank_precision',
      'confidence_coverage',
      'false_abstain',
      'false_confidence',
      'by_kind.paraphrase',
      'by_kind.filter',
      'questions',
    ])
  })

  it('take a missing figure as the worst there is', () => {
    expect(figures({ questions: 1, byKind: {} })).toEqual([])
  })
})

describe('a paired comparison', () => {
  it('counts answerable questions of both sides, hits before ranks', () => {
    const before = [
      row('a', { hitRank: 2 }),
      row('b', { hitRank: 4 }),
      row('c', { kind: 'paraphrase', hitRank: 3 }),
      row('d', { hitRank: 5, kind: 'multi-hop' }),
      row('e', { ...MISS, kind: 'no-answer' }),
      row('gone'),
    ]
    const paired = comparePaired(ROWS, before)
    expect(paired).toMatchObject({ paired: 4, better: ['a'], worse: ['c', 'd'], signTestP: 1 })
    expect(paired.recall.difference).toBe(-0.5)
    expect(paired.recall.low).toBeGreaterThanOrEqual(-1)
    expect(comparePaired(ROWS, before)).toEqual(paired)
  })

  it('is empty without a common question', () => {
    expect(comparePaired(ROWS, [])).toMatchObject({ paired: 0, signTestP: 1, mrr: { difference: 0 } })
  })
})

describe('the sign test', () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [8, 2, 0.109375],
    [10, 10, 1],
  ])('of %i against %i is %f', (better, worse, p) => {
    expect(signTest(better, worse)).toBeCloseTo(p, 10)
    expect(signTest(worse, better)).toBeCloseTo(p, 10)
  })

  it('holds for many', () => {
    expect(signTest(1200, 1000)).toBeCloseTo(2 * 1.0e-5, 4)
    expect(signTest(2000, 0)).toBeGreaterThanOrEqual(0)
  })
})
