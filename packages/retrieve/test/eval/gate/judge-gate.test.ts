import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/eval/contracts.js'
import { judgeGate } from '../../../src/eval/gate/judge-gate.js'
import type { GateLeg, GateLegs } from '../../../src/eval/gate/legs.js'
import { oneSidedSignTest } from '../../../src/eval/gate/one-sided-sign-test.js'
import { signTest } from '../../../src/eval/sign-test.js'

const SETTINGS = {
  schema: 1,
  k: 5,
  ranking: { link_distance: true, in_degree_salience: false },
  chunking: { max_tokens: 510 },
  embedding: { provider: 'static', model: 'm', dim: 8 },
  rerank: null,
  retrieval: { fusion_top_k: 20 },
}

function outcome(id: string, fields: Partial<Outcome> = {}): Outcome {
  const hit = fields.hit ?? true
  return { id, kind: 'multi-hop', hit, hitRank: hit ? 1 : null, confidence: 'medium', ...fields }
}

function leg(channel: string, dropped: readonly string[], outcomes: readonly Outcome[]): GateLeg {
  return { header: { ...SETTINGS, graph_channel: channel, dropped }, outcomes }
}

/** `gained` questions that only the channel hits and `lost` that it misses, beside 200 that nothing changes. */
function legs(
  gained: number,
  lost: number,
  change: (outcomes: Outcome[]) => Outcome[] = (same) => same,
): GateLegs {
  const rows = (on: boolean) => [
    ...Array.from({ length: gained }, (_, i) => outcome(`g${i}`, { hit: on })),
    ...Array.from({ length: lost }, (_, i) => outcome(`l${i}`, { hit: !on })),
    ...Array.from({ length: 200 }, (_, i) => outcome(`s${i}`)),
  ]
  return {
    off: leg('off', [], rows(false)),
    withoutAuthored: leg('expand', ['authored'], rows(true)),
    on: leg('expand', [], change(rows(true))),
  }
}

describe('the one-sided exact sign test', () => {
  it('is the upper tail of the binomial distribution', () => {
    expect(oneSidedSignTest(0, 0)).toBe(1)
    expect(oneSidedSignTest(4, 0)).toBeCloseTo(1 / 16, 12)
    expect(oneSidedSignTest(5, 0)).toBeCloseTo(1 / 32, 12)
    expect(oneSidedSignTest(7, 1)).toBeCloseTo(9 / 256, 12)
    expect(oneSidedSignTest(0, 5)).toBeCloseTo(1, 12)
  })

  it('adds to 1 with the chance of the other side winning outright, and is half of the two-sided p of a gain', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (better, worse) => {
        const rest = better === 0 ? 0 : oneSidedSignTest(worse + 1, better - 1)
        expect(oneSidedSignTest(better, worse) + (better === 0 ? 0 : rest)).toBeCloseTo(1, 9)
        if (better > worse)
          expect(2 * oneSidedSignTest(better, worse)).toBeCloseTo(signTest(better, worse), 9)
      }),
    )
  })
})

describe('a gate over three runs', () => {
  it('passes a channel that gains five multi-hop questions and loses nothing', () => {
    const verdict = judgeGate(legs(5, 0))
    expect(verdict).toMatchObject({ channel: 'expand', passed: true, licensingP: 1 / 32 })
    expect(verdict.on.gained).toEqual(['g0', 'g1', 'g2', 'g3', 'g4'])
  })

  it('does not believe four gains, nor a run without discordant questions', () => {
    expect(judgeGate(legs(4, 0))).toMatchObject({ passed: false, on: { p: 1 / 16, regressions: [] } })
    expect(judgeGate(legs(0, 0))).toMatchObject({ passed: false, licensingP: 1 })
  })

  it('counts multi-hop questions alone', () => {
    const simple = (rows: Outcome[]) => rows.map((row) => ({ ...row, kind: 'simple-lookup' as const }))
    const { off, withoutAuthored, on } = legs(9, 0)
    const verdict = judgeGate({
      off: { ...off, outcomes: simple([...off.outcomes]) },
      withoutAuthored: { ...withoutAuthored, outcomes: simple([...withoutAuthored.outcomes]) },
      on: { ...on, outcomes: simple([...on.outcomes]) },
    })
    expect(verdict).toMatchObject({ passed: false, licensingP: 1, on: { gained: [] } })
  })

  it('licenses by the greater p of both runs, and needs both', () => {
    const passing = legs(5, 0)
    const verdict = judgeGate({
      ...passing,
      withoutAuthored: leg('expand', ['authored'], passing.off.outcomes),
    })
    expect(verdict).toMatchObject({
      passed: false,
      licensingP: 1,
      on: { passed: true },
      withoutAuthored: { passed: false },
    })
  })

  it('fails a kind that gets more than 0.02 worse', () => {
    const withLookups = ({ header, outcomes }: GateLeg, hits: number): GateLeg => ({
      header,
      outcomes: [
        ...outcomes,
        ...Array.from({ length: 50 }, (_, i) => outcome(`k${i}`, { kind: 'lexical', hit: i < hits })),
      ],
    })
    const { off, withoutAuthored, on } = legs(12, 0)
    const judged = (hits: number) =>
      judgeGate({
        off: withLookups(off, 50),
        withoutAuthored: withLookups(withoutAuthored, 50),
        on: withLookups(on, hits),
      })
    expect(judged(49).passed).toBe(true)
    expect(judged(48)).toMatchObject({
      passed: false,
      on: { regressions: [{ figure: 'by_kind.lexical', before: 1, now: 0.96 }] },
    })
  })

  it('fails a question that was a hit and loses its confidence', () => {
    const low = (rows: Outcome[]) =>
      rows.map((row) => (row.id === 's0' ? { ...row, confidence: 'low' as const } : row))
    expect(judgeGate(legs(9, 0, low))).toMatchObject({
      passed: false,
      withoutAuthored: { passed: true },
      on: { confidenceLost: ['s0'] },
    })
  })

  it('does not hold against the channel what was low before, or no hit', () => {
    const low = (rows: readonly Outcome[]) =>
      rows.map((row) => (['s0', 'g0'].includes(row.id) ? { ...row, confidence: 'low' as const } : row))
    const { off, withoutAuthored, on } = legs(9, 0)
    const off0 = off.outcomes.map((row) => (row.id === 's0' ? { ...row, confidence: 'low' as const } : row))
    const verdict = judgeGate({
      off: { ...off, outcomes: off0 },
      withoutAuthored,
      on: { ...on, outcomes: low(on.outcomes) },
    })
    expect(verdict.on.confidenceLost).toEqual([])
  })
})

describe('runs that a gate cannot compare', () => {
  const good = legs(5, 0)
  const changed = (run: GateLeg, header: Record<string, unknown>): GateLeg => ({
    ...run,
    header: { ...run.header, ...header },
  })

  it.each([
    ['another k', { ...good, on: changed(good.on, { k: 8 }) }, 'k 8'],
    ['another model', { ...good, on: changed(good.on, { embedding: { model: 'n' } }) }, 'embedding'],
    ['a reranker', { ...good, withoutAuthored: changed(good.on, { rerank: { model: 'r' } }) }, 'rerank'],
    ['another ranking', { ...good, on: changed(good.on, { ranking: {} }) }, 'ranking'],
    ['another retrieval', { ...good, on: changed(good.on, { retrieval: {} }) }, 'retrieval'],
    ['another chunking', { ...good, on: changed(good.on, { chunking: {} }) }, 'chunking'],
    ['a channel in the run without', { ...good, off: changed(good.off, { graph_channel: 'ppr' }) }, '"ppr"'],
    ['no channel in the run with it', { ...good, on: changed(good.on, { graph_channel: 'off' }) }, '"off"'],
    ['two channels', { ...good, on: changed(good.on, { graph_channel: 'ppr' }) }, '"expand"'],
    ['something dropped', { ...good, on: changed(good.on, { dropped: ['sibling'] }) }, '["sibling"]'],
    ['nothing dropped', { ...good, withoutAuthored: changed(good.withoutAuthored, { dropped: [] }) }, '[]'],
    [
      'other questions',
      { ...good, on: { ...good.on, outcomes: good.on.outcomes.slice(1) } },
      'is of other questions',
    ],
  ])('%s', (_, bad, said) => {
    expect(() => judgeGate(bad)).toThrow(
      expect.objectContaining({ code: 'RETRIEVE_GATE_MISMATCH', message: expect.stringContaining(said) }),
    )
  })

  it('names every fault at once, and takes keys in any order for the same settings', () => {
    const turned = { dim: 8, model: 'm', provider: 'static' }
    expect(judgeGate({ ...good, on: changed(good.on, { embedding: turned }) }).passed).toBe(true)
    const bad = { ...good, on: changed(good.on, { k: 1, chunking: {} }) }
    expect(() => judgeGate(bad)).toThrow(
      expect.objectContaining({ details: { faults: [expect.any(String), expect.any(String)] } }),
    )
  })
})
