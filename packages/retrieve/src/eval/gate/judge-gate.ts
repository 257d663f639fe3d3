import { findRegressions, type Regression } from '../compare.js'
import type { Outcome } from '../contracts.js'
import { summarise } from '../summary.js'
import { channelOfLegs, type GateLeg, type GateLegs } from './legs.js'
import { oneSidedSignTest } from './one-sided-sign-test.js'

/** A gain is believed below this chance of seeing it where there is none. */
export const SIGNIFICANCE = 0.05

/** What one run with the channel shows against the run without it. */
export interface LegVerdict {
  readonly passed: boolean
  /** Multi-hop questions that are hits with the channel only, in the order of the run. */
  readonly gained: readonly string[]
  /** Multi-hop questions that are hits without the channel only. */
  readonly lost: readonly string[]
  /** One-sided exact sign test of `gained` against `lost`. */
  readonly p: number
  /** Figures, kinds of question among them, that are more than 0.02 worse with the channel. */
  readonly regressions: readonly Regression[]
  /** Questions that were hits without being `low`, and are `low` with the channel. */
  readonly confidenceLost: readonly string[]
}

/** Whether a graph channel may be on by default. */
export interface GateVerdict {
  readonly channel: string
  /** Both runs with the channel passed. */
  readonly passed: boolean
  /** The greater p of the two: what licenses the channel when it passes. */
  readonly licensingP: number
  readonly withoutAuthored: LegVerdict
  readonly on: LegVerdict
}

/**
 * The verdict over three runs of one golden set. A channel passes when it finds significantly more multi-hop answers,
 * with the links that people wrote and without them, makes no kind of question worse and takes no right answer's
 * confidence away.
 * @throws RetrieveError `RETRIEVE_GATE_MISMATCH`
 */
export function judgeGate(legs: GateLegs): GateVerdict {
  const channel = channelOfLegs(legs)
  const withoutAuthored = judgeLeg(legs.withoutAuthored, legs.off)
  const on = judgeLeg(legs.on, legs.off)
  return {
    channel,
    passed: withoutAuthored.passed && on.passed,
    licensingP: Math.max(withoutAuthored.p, on.p),
    withoutAuthored,
    on,
  }
}

function judgeLeg({ outcomes }: GateLeg, off: GateLeg): LegVerdict {
  const before = new Map(off.outcomes.map((outcome) => [outcome.id, outcome]))
  const pairs = outcomes.flatMap((now) => {
    const old = before.get(now.id)
    return old === undefined ? [] : [{ now, old }]
  })
  const multiHop = pairs.filter(({ now }) => now.kind === 'multi-hop')
  const gained = ids(multiHop.filter(({ now, old }) => now.hit && !old.hit))
  const lost = ids(multiHop.filter(({ now, old }) => !now.hit && old.hit))
  const p = oneSidedSignTest(gained.length, lost.length)
  const regressions = findRegressions(summarise(outcomes), summarise(off.outcomes))
  const confidenceLost = ids(
    pairs.filter(({ now, old }) => old.hit && old.confidence !== 'low' && now.confidence === 'low'),
  )
  const passed = p < SIGNIFICANCE && regressions.length === 0 && confidenceLost.length === 0
  return { passed, gained, lost, p, regressions, confidenceLost }
}

function ids(pairs: readonly { readonly now: Outcome }[]): string[] {
  return pairs.map(({ now }) => now.id)
}
