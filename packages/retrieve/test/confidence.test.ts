import { describe, expect, it } from 'vitest'
import { confidenceOf } from '../src/confidence.js'

const RERANKER = 'test/reranker@1'
const calibration = { fittedFor: RERANKER, lowBelow: -1.5, highAbove: 2.25 }
const scored = (...scores: (number | null)[]) => scores.map((rerank) => ({ scores: { rerank } }))
const verdict = (score: number) => confidenceOf(scored(score), { calibration, reranker: RERANKER })

describe('confidence', () => {
  it('is unknown without passages, even when calibrated, with the reason of the caller', () => {
    expect(
      confidenceOf([], { calibration, reranker: RERANKER, emptyReason: 'nothing matched the filters' }),
    ).toEqual({
      confidence: 'unknown',
      reason: 'nothing matched the filters',
    })
  })

  it('is unknown when the KB is not calibrated', () => {
    const { confidence, reason } = confidenceOf(scored(9), { calibration: null, reranker: RERANKER })
    expect(confidence).toBe('unknown')
    expect(reason).toContain('uncalibrated')
  })

  it('is unknown when no reranker scored', () => {
    expect(confidenceOf(scored(null), { calibration, reranker: null }).confidence).toBe('unknown')
    expect(confidenceOf(scored(null), { calibration, reranker: RERANKER }).confidence).toBe('unknown')
  })

  it('is unknown for a calibration fitted for another reranker, and names both', () => {
    const { confidence, reason } = confidenceOf(scored(9), { calibration, reranker: 'other/model' })
    expect(confidence).toBe('unknown')
    expect(reason).toContain(RERANKER)
    expect(reason).toContain('other/model')
  })

  it('is low below the lower bound and high above the upper one', () => {
    expect(verdict(-1.501).confidence).toBe('low')
    expect(verdict(2.251).confidence).toBe('high')
  })

  it('is medium between the bounds, both included', () => {
    expect(verdict(-1.5).confidence).toBe('medium')
    expect(verdict(0).confidence).toBe('medium')
    expect(verdict(2.25).confidence).toBe('medium')
  })

  it('reads the first passage alone and shows its score to three decimals', () => {
    const { confidence, reason } = confidenceOf(scored(-5.43219, 99), { calibration, reranker: RERANKER })
    expect(confidence).toBe('low')
    expect(reason).toContain('-5.432')
  })
})
