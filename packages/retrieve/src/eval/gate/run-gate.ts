import { openIndexReader } from '@pinakes/index'
import { findKbRoot, kbPaths, loadManifest } from '@pinakes/manifest'
import type { GraphOptions, OpenKbOptions } from '../../contracts.js'
import { RetrieveError } from '../../errors.js'
import { openKb } from '../../open-kb.js'
import { type EvaluateOptions, type Evaluation, evaluateKb } from '../evaluate-kb.js'
import { readGoldenSet } from '../golden-set.js'
import { type GateVerdict, judgeGate } from './judge-gate.js'
import { type GateReach, measureReach } from './reach.js'

/** How a gate is run: as {@link openKb} and {@link evaluateKb} take it. */
export interface GateOptions extends Pick<EvaluateOptions, 'k' | 'signal' | 'onQuestion'> {
  /** The channel that is judged. */
  readonly channel: 'expand' | 'ppr'
  /** How its results are ranked; the runs share it. */
  readonly ranking?: Pick<GraphOptions, 'linkDistance' | 'inDegreeSalience'>
  readonly open?: Omit<OpenKbOptions, 'graph' | 'expansion'>
}

/** A gate with everything that led to its verdict. */
export interface Gate {
  readonly verdict: GateVerdict
  readonly reach: GateReach
  readonly off: Evaluation
  readonly withoutAuthored: Evaluation
  readonly on: Evaluation
}

/**
 * Asks the KB around `path` its golden questions three times over one index, without the channel, with it but for the
 * links that people wrote, and with it, and judges; null when the set is empty. Writes nothing.
 * @throws RetrieveError `RETRIEVE_GATE_MISMATCH` when the index changed between the runs; else as {@link evaluateKb}
 */
export async function runGate(path: string, options: GateOptions): Promise<Gate | null> {
  const { channel, ranking = {} } = options
  const root = findKbRoot(path)
  const before = buildOf(root)
  const run = (graph: GraphOptions) => runLeg(root, { ...ranking, ...graph }, options)
  const off = await run({ channel: 'off' })
  const withoutAuthored = await run({ channel, drop: ['authored'] })
  const on = await run({ channel })
  if (off === null || withoutAuthored === null || on === null) return null
  if (buildOf(root) !== before) throw changed()
  const verdict = judgeGate({
    off: legOf(off),
    withoutAuthored: legOf(withoutAuthored),
    on: legOf(on),
  })
  return { verdict, reach: await reachWithout(root, off, options), off, withoutAuthored, on }
}

async function runLeg(root: string, graph: GraphOptions, { open, ...options }: GateOptions) {
  const kb = await openKb(root, { ...open, graph })
  try {
    const { k, signal, onQuestion } = options
    return await evaluateKb(kb, {
      graph,
      ...(k === undefined ? {} : { k }),
      ...(signal === undefined ? {} : { signal }),
      ...(onQuestion === undefined ? {} : { onQuestion }),
    })
  } finally {
    await kb.close()
  }
}

async function reachWithout(root: string, off: Evaluation, { open }: GateOptions): Promise<GateReach> {
  const kb = await openKb(root, { ...open, graph: { channel: 'off' } })
  const reader = openIndexReader(kbPaths(root).index)
  try {
    const { fusionTopK } = loadManifest(root).retrieval
    return await measureReach({
      kb,
      reader,
      fusionTopK,
      golden: readGoldenSet(root),
      measured: off.questions,
    })
  } finally {
    reader.close()
    await kb.close()
  }
}

function legOf({ header, questions }: Evaluation) {
  return { header: { ...header }, outcomes: questions }
}

/** Which build of the index answers. */
function buildOf(root: string): string | undefined {
  const reader = openIndexReader(kbPaths(root).index)
  try {
    return reader.meta().get('build_id')
  } finally {
    reader.close()
  }
}

function changed(): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_GATE_MISMATCH',
    message: 'The index was changed by a sync between the runs, so they are not of one build',
    remedy: 'Let the sync end, stop `pnk watch` if it runs, and run the gate again.',
    details: { faults: ['the index changed'] },
  })
}
