import { comparePaired, findRegressions, type Outcome, summarise } from '@pinakes/retrieve/eval'
import { describe, expect, it } from 'vitest'
import { failuresOf } from '../failures.js'

const BEFORE: readonly Outcome[] = Array.from({ length: 10 }, (_, i) => ({
  id: `paraphrase-${i}`,
  kind: 'paraphrase',
  hit: true,
  hitRank: 1,
  confidence: 'high',
}))

function compared(now: readonly Outcome[], settings: readonly string[] = []) {
  const { byKind, ...figures } = summarise(BEFORE)
  const baseline = { ...figures, byKind: { ...byKind } }
  const regressions = findRegressions(summarise(now), baseline)
  return { baseline, regressions, paired: comparePaired(now, BEFORE), before: BEFORE, settings }
}

describe('failuresOf', () => {
  it('is empty when nothing got worse', () => {
    expect(failuresOf(compared(BEFORE))).toEqual([])
  })

  it('names the kind that lost a hit, and the question', () => {
    const lost = BEFORE.map((row, i): Outcome => (i === 3 ? { ...row, hit: false, hitRank: null } : row))
    const failures = failuresOf(compared(lost))
    expect(failures).toContain('by_kind.paraphrase: 1 -> 0.9')
    expect(failures.at(-1)).toBe('questions that got worse: paraphrase-3')
  })

  it('fails on a baseline of other settings, and on none', () => {
    expect(failuresOf(compared(BEFORE, ['k: 5 -> 8']))).toEqual([
      'the baseline is of other settings, k: 5 -> 8',
    ])
    expect(failuresOf(null)[0]).toContain('--write')
  })
})
