import { describe, expect, it } from 'vitest'
import type { Confidence, Passage } from '../src/contracts.js'
import { escalationOf } from '../src/escalation.js'

const FOUND = [{} as Passage]

describe('what an answer would take', () => {
  it.each([
    ['high', 'synthesis', 'one call'],
    ['medium', 'synthesis', 'one call'],
    ['low', 'decomposition', 'several calls'],
    ['unknown', 'unknown', 'bounded by caps'],
  ] as const)('is, at %s confidence, %s', (confidence, branch, work) => {
    const escalation = escalationOf({ passages: FOUND, confidence })
    expect(escalation).toMatchObject({ branch, work: expect.stringContaining(work), costEur: null })
    expect(escalation.remedy === null).toBe(confidence !== 'unknown')
  })

  it.each(['high', 'medium', 'low', 'unknown'] satisfies Confidence[])(
    'is nothing without passages, whatever the confidence (%s)',
    (confidence) => {
      expect(escalationOf({ passages: [], confidence })).toMatchObject({ branch: 'none', remedy: null })
    },
  )

  it('has a calibration as its remedy where confidence is unknown', () => {
    const { remedy } = escalationOf({ passages: FOUND, confidence: 'unknown' })
    expect(remedy).toContain('[retrieval.confidence]')
  })
})
