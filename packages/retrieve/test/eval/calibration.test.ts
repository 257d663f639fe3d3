import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, leaveOneOut } from '../../src/eval/calibration.js'
import type { MeasuredQuestion } from '../../src/eval/contracts.js'
import { fitThresholds, roundThresholds, type ScoredQuestion } from '../../src/eval/thresholds.js'

const none = (...scores: number[]): ScoredQuestion[] =>
  scores.map((score, i) => ({ id: `n${i}`, answerable: false, hit: false, score }))
const right = (...scores: number[]): ScoredQuestion[] =>
  scores.map((score, i) => ({ id: `a${i}`, answerable: true, hit: true, score }))

describe('the rule of quantiles', () => {
  it('takes the median and the 90th percentile of the unanswerable', () => {
    const scored = [...none(5, 1, 4, 2, 3, 6), ...right(0)]
    // 0.9 * 5 = 4.5, to even: index 4
    expect(fitThresholds(scored, 'quantiles')).toEqual({ lowBelow: 3.5, highAbove: 5 })
    // 0.9 * 15 = 13.5, to even: index 14
    const sixteen = none(...Array.from({ length: 16 }, (_, i) => i))
    expect(fitThresholds([...sixteen, ...right(0)], 'quantiles')).toEqual({ lowBelow: 7.5, highAbove: 14 })
  })

  it('is one score twice for one question, and never reversed', () => {
    expect(fitThresholds([...none(2), ...right(0)], 'quantiles')).toEqual({ lowBelow: 2, highAbove: 2 })
    // n = 2: median 1.5, index round(0.9) = 1
    expect(fitThresholds([...none(1, 2), ...right(0)], 'quantiles')).toEqual({ lowBelow: 1.5, highAbove: 2 })
  })

  it('needs both kinds', () => {
    expect(fitThresholds(none(1), 'quantiles')).toBeNull()
    expect(fitThresholds(right(1), 'bounded')).toBeNull()
  })
})

describe('the bounded rule', () => {
  it('lowers low to the smallest score of a hit, and raises high to the largest of the unanswerable', () => {
    const scored = [
      ...none(0.1, 0.2, 0.5, 0.9),
      ...right(0.15, 0.8),
      ...right(0.01).map((one) => ({ ...one, hit: false })),
    ]
    expect(fitThresholds(scored, 'quantiles')).toEqual({ lowBelow: 0.35, highAbove: 0.9 })
    expect(fitThresholds(scored, 'bounded')).toEqual({ lowBelow: 0.15, highAbove: 0.9 })
  })

  it('is that of quantiles where both mistakes are rare already', () => {
    const scored = [...none(-5, -4, -3, -2), ...right(3, 4, 5)]
    expect(fitThresholds(scored, 'bounded')).toEqual(fitThresholds(scored, 'quantiles'))
  })

  const scores = fc.double({ min: -10, max: 10, noNaN: true })
  const sets = fc.record({
    unanswerable: fc.array(scores, { minLength: 10, maxLength: 60 }),
    hits: fc.array(scores, { minLength: 50, maxLength: 120 }),
    misses: fc.array(scores, { maxLength: 20 }),
  })
  const scoredOf = ({
    unanswerable,
    hits,
    misses,
  }: {
    unanswerable: number[]
    hits: number[]
    misses: number[]
  }) => [
    ...none(...unanswerable),
    ...right(...hits),
    ...right(...misses).map((question) => ({ ...question, hit: false })),
  ]

  it('keeps both bounds on questions that were left out', () => {
    fc.assert(
      fc.property(sets, (set) => {
        const { falseAbstain, falseConfidence } = leaveOneOut(scoredOf(set), 'bounded')
        expect(falseAbstain).toBeLessThanOrEqual(0.02 + 1e-9)
        expect(falseConfidence).toBeLessThanOrEqual(0.1 + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps them after rounding too, with low under high', () => {
    fc.assert(
      fc.property(sets, (set) => {
        const scored = scoredOf(set)
        const fit = fitThresholds(scored, 'bounded')
        if (fit === null) throw new Error('nothing was fitted')
        const { lowBelow, highAbove } = roundThresholds(fit, 'bounded')
        expect(lowBelow).toBeLessThanOrEqual(highAbove)
        const wrong = scored.filter(({ hit, score }) => hit && score < lowBelow)
        const unsafe = scored.filter(({ answerable, score }) => !answerable && score > highAbove)
        expect(wrong.length).toBeLessThanOrEqual(0.02 * scored.filter(({ answerable }) => answerable).length)
        expect(unsafe.length).toBeLessThanOrEqual(0.1 * set.unanswerable.length)
      }),
    )
  })
})

describe('a calibration', () => {
  const measured = (id: string, fields: Partial<MeasuredQuestion>): MeasuredQuestion => ({
    id,
    kind: 'lexical',
    hit: true,
    hitRank: 1,
    confidence: 'unknown',
    question: id,
    expect: [],
    retrieved: [],
    missedHops: [],
    ndcg: 1,
    score: 1,
    ...fields,
  })
  const absent = (n: number) =>
    Array.from({ length: n }, (_, i) => measured(`n${i}`, { kind: 'no-answer', hit: false, score: i / 100 }))

  it('says what it was fitted on and for, and leaves out questions without a passage', () => {
    const { fittedFor, answerable, unanswerable, fits } = calibrate(
      [measured('a', { score: 0.9 }), measured('b', { score: null }), ...absent(3)],
      'm@1',
    )
    expect(fittedFor).toBe('m@1')
    expect(answerable).toEqual({ questions: 1, lowest: 0.9, highest: 0.9 })
    expect(unanswerable).toEqual({ questions: 3, lowest: 0, highest: 0.02 })
    expect(fits.map(({ rule, leftOut }) => [rule, leftOut])).toEqual([
      ['bounded', null],
      ['quantiles', null],
    ])
    expect(fits[1]?.thresholds).toEqual({ lowBelow: 0.01, highAbove: 0.02 })
    expect(fits[1]?.fitted).toEqual({
      falseConfidence: 0,
      falseAbstain: 0,
      abstained: 1 / 3,
      answeredHigh: 1,
    })
  })

  it('leaves one out from 20 no-answer questions on', () => {
    const answers = [measured('a', { score: 0.9 }), measured('b', { score: 0.8 })]
    expect(calibrate([...answers, ...absent(19)], 'm').fits[0]?.leftOut).toBeNull()
    // quantiles, index round(0.9 * 18) = 16 of the other 19: the three best are above it once each is left out.
    const { leftOut } = calibrate([...answers, ...absent(20)], 'm').fits[1] ?? {}
    expect(leftOut).toEqual({ falseConfidence: 0.15, falseAbstain: 0, abstained: 0.5, answeredHigh: 1 })
  })

  it.each([
    ['a reranker', null, [measured('a', {}), ...absent(1)]],
    ['an answerable question', 'm', absent(2)],
    ['a no-answer question', 'm', [measured('a', {})]],
    ['a score', 'm', [measured('a', { score: null }), ...absent(1)]],
  ] as const)('is refused without %s', (_, reranker, questions) => {
    expect(() => calibrate(questions, reranker)).toThrow(
      expect.objectContaining({ code: 'RETRIEVE_CALIBRATION_IMPOSSIBLE' }),
    )
  })
})
