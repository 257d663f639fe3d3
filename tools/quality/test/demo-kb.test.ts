import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadManifest } from '@pinakes/manifest'
import { findRegressions, type Outcome, readGoldenSet, readStored, summarise } from '@pinakes/retrieve/eval'
import { beforeAll, describe, expect, it } from 'vitest'
import { evaluateCopy, type Measurement } from '../evaluate-copy.js'

const DEMO = fileURLToPath(new URL('../../../corpora/demo-kb', import.meta.url))

const REMEDY = 'pnk eval --kb corpora/demo-kb shows what changed; --write-baseline keeps it if it is wanted'

describe('the golden set of the demo', () => {
  const questions = readGoldenSet(DEMO)

  it('has at least 90 questions of all six kinds, 20 of them without an answer', () => {
    const counts = new Map<string, number>()
    for (const { kind } of questions) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    expect(questions.length).toBeGreaterThanOrEqual(90)
    expect(counts.size).toBe(6)
    expect(counts.get('no-answer')).toBeGreaterThanOrEqual(20)
  })
})

describe('the committed baseline of the demo', () => {
  const { baseline, outcomes } = readStored(DEMO)
  const rows = outcomes?.outcomes ?? []

  it('holds exactly the golden questions, and the figures of its outcomes', () => {
    const kinds = new Map(readGoldenSet(DEMO).map(({ id, kind }) => [id, kind]))
    expect(new Map(rows.map(({ id, kind }) => [id, kind]))).toEqual(kinds)
    expect(baseline).toEqual(summarise(rows))
  })

  it.each(['lexical', 'simple-lookup', 'paraphrase', 'filter', 'multi-hop'])(
    'is one that a single lost hit of kind %s falls below',
    (kind) => {
      if (baseline === null) throw new Error('there is no baseline')
      const lost = rows.find((row) => row.kind === kind && row.hit)
      const worse = rows.map((row): Outcome => (row === lost ? { ...row, hit: false, hitRank: null } : row))
      expect(lost).toBeDefined()
      expect(findRegressions(summarise(worse), baseline).map(({ figure }) => figure)).toContain(
        `by_kind.${kind}`,
      )
    },
  )
})

describe('search with the default models on the demo', () => {
  let measured: Measurement
  beforeAll(async () => {
    measured = await evaluateCopy(DEMO)
  })

  it(`is no worse than the committed baseline, kind by kind (${REMEDY})`, () => {
    const { comparison, evaluation } = measured
    expect(comparison?.regressions).toEqual([])
    expect(comparison?.settings).toEqual([])
    expect(comparison?.paired?.paired).toBe(
      evaluation.questions.filter(({ kind }) => kind !== 'no-answer').length,
    )
    expect(evaluation.notices).toEqual([])
  })

  it('is confident of few questions without an answer, and gives up on few right answers, left out of the fit too', () => {
    const { summary, calibration } = measured.evaluation
    const bounded = calibration?.fits.find(({ rule }) => rule === 'bounded')
    for (const figures of [summary, bounded?.leftOut]) {
      expect(figures?.falseConfidence).toBeLessThanOrEqual(0.1)
      expect(figures?.falseAbstain).toBeLessThanOrEqual(0.02)
      expect(figures?.abstained).toBeGreaterThan(0)
    }
  })

  it('has the confidence that pnk calibrate fits on its questions (else paste what it prints into pinakes.toml)', () => {
    const { confidence } = loadManifest(DEMO).retrieval
    const { calibration } = measured.evaluation
    expect(confidence?.fittedFor).toBe(calibration?.fittedFor)
    const { lowBelow = 0, highAbove = 0 } = calibration?.fits[0]?.thresholds ?? {}
    expect(confidence?.lowBelow).toBeCloseTo(lowBelow, 3)
    expect(confidence?.highAbove).toBeCloseTo(highAbove, 3)
  })

  it('gives the same figures every time', async () => {
    const again = await evaluateCopy(DEMO, readFileSync(join(DEMO, 'pinakes.toml'), 'utf8'))
    expect(again.evaluation.questions).toEqual(measured.evaluation.questions)
    expect(again.evaluation.summary).toEqual(measured.evaluation.summary)
  })
})
