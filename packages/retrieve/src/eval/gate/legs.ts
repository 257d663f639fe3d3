import { compareCodePoints } from '@pinakes/manifest'
import { RetrieveError } from '../../errors.js'
import type { Outcome } from '../contracts.js'

/** One run of the golden set, as `eval/outcomes.json` holds it. */
export interface GateLeg {
  /** Whatever stands beside the questions. */
  readonly header: Readonly<Record<string, unknown>>
  readonly outcomes: readonly Outcome[]
}

/** Three runs over one index that differ in the graph channel alone. */
export interface GateLegs {
  /** Without the channel. */
  readonly off: GateLeg
  /** With the channel, which does not see the links that people wrote. */
  readonly withoutAuthored: GateLeg
  /** With the channel. */
  readonly on: GateLeg
}

/** The settings that the legs must share: else a difference could be theirs. */
const SHARED = ['k', 'embedding', 'rerank', 'ranking', 'retrieval', 'chunking'] as const

/**
 * The channel that two of the legs have and the third has not.
 * @throws RetrieveError `RETRIEVE_GATE_MISMATCH` naming everything in which the legs are not what a gate compares
 */
export function channelOfLegs({ off, withoutAuthored, on }: GateLegs): string {
  const faults = [
    ...channelFaults({ off, withoutAuthored, on }),
    ...agreementFaults('the run without authored links', withoutAuthored, off),
    ...agreementFaults('the run with the channel', on, off),
  ]
  if (faults.length > 0) throw mismatch(faults)
  return String(on.header.graph_channel)
}

function channelFaults({ off, withoutAuthored, on }: GateLegs): string[] {
  const channel = on.header.graph_channel
  const faults: string[] = []
  if (off.header.graph_channel !== 'off')
    faults.push(`the run without the channel has graph_channel ${shown(off.header.graph_channel)}`)
  if (typeof channel !== 'string' || channel === 'off')
    faults.push(`the run with the channel has graph_channel ${shown(channel)}`)
  if (withoutAuthored.header.graph_channel !== channel)
    faults.push(
      `the run without authored links has graph_channel ${shown(withoutAuthored.header.graph_channel)}, the one with them ${shown(channel)}`,
    )
  if (shown(on.header.dropped ?? []) !== '[]')
    faults.push(`the run with the channel drops ${shown(on.header.dropped)}`)
  if (shown(withoutAuthored.header.dropped) !== '["authored"]')
    faults.push(`the run without authored links drops ${shown(withoutAuthored.header.dropped ?? [])}`)
  return faults
}

function agreementFaults(name: string, leg: GateLeg, off: GateLeg): string[] {
  const settings = SHARED.filter((key) => shown(leg.header[key]) !== shown(off.header[key])).map(
    (key) =>
      `${name} has ${key} ${shown(leg.header[key])}, the one without the channel ${shown(off.header[key])}`,
  )
  const same = shown(questionsOf(leg)) === shown(questionsOf(off))
  return same ? settings : [...settings, `${name} is of other questions than the one without the channel`]
}

/** A question whose kind changed is another question. */
function questionsOf({ outcomes }: GateLeg): string[] {
  return outcomes.map(({ id, kind }) => JSON.stringify([id, kind])).sort(compareCodePoints)
}

/** JSON with keys in order, so that two spellings of one setting are equal. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, own) => (isRecord(own) ? sortedByKey(own) : own)) ?? 'none'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortedByKey(record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareCodePoints(a, b)))
}

function mismatch(faults: readonly string[]): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_GATE_MISMATCH',
    message: `These three runs cannot be compared: ${faults.join('; ')}`,
    remedy: 'Let one command make all three over the same index: `pnk eval --gate expand`.',
    details: { faults },
  })
}
