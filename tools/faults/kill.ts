import type { ChildProcess } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { kbPaths } from '@pinakes/manifest'
import { seededRandom } from '../../packages/retrieve/src/eval/seeded-random.js'
import { type Bench, disturbed, inTwos } from './bench.js'
import type { Finding } from './findings.js'
import { copyKb } from './kb.js'
import { argsFor, OPERATIONS, type Operation } from './operations.js'
import { type Ended, ended, type PnkOptions, startPnk } from './pnk.js'
import { sidecarsOf } from './state.js'

/** Where a kill hit: before the run wrote anything, while it held the lock, or when it was through. */
export type KillPhase = 'before' | 'during' | 'after'

export interface KillFigures {
  readonly kills: number
  readonly phases: Readonly<Record<KillPhase, number>>
  readonly findings: readonly Finding[]
}

/** Three of four kills aim at the time under the lock, the others at the whole life of the process. */
const AIMED = 0.75

/**
 * Kills operations at `count` random moments. The same seed makes the same choices; when a process does what is up to
 * the machine, so that a repeated run hits other places.
 */
export async function killRandomly(bench: Bench, count: number, seed: number): Promise<KillFigures> {
  const random = seededRandom(seed)
  const aims = new Map<Operation, Aim>()
  for (const operation of OPERATIONS) aims.set(operation, new Aim(await measure(bench, operation)))
  const phases = { before: 0, during: 0, after: 0 }
  const findings: Finding[] = []
  const plans = Array.from({ length: count }, (_, i) => ({
    operation: OPERATIONS[i % OPERATIONS.length] as Operation,
    aimed: random() < AIMED,
    share: random(),
  }))
  await inTwos(plans, async ({ operation, aimed, share }) => {
    const aim = aims.get(operation) as Aim
    const moment = momentOf(operation, aim, { aimed, share })
    const done = await disturbed(bench, {
      operation,
      where: `${operation.name} killed ${moment.delayMs.toFixed(1)} ms after ${moment.after}`,
      disturb: async (root) => {
        const killed = await killAt(argsFor(operation, root), moment, root)
        const phase = phaseOf(root, bench.bases[operation.base].root, killed)
        phases[phase]++
        if (aimed) aim.learn(moment.after, phase)
        return killed
      },
    })
    findings.push(...done.findings)
  })
  return { kills: count, phases, findings }
}

/** When to kill. */
interface Moment {
  readonly after: 'the start' | 'the lock'
  readonly delayMs: number
}

/** How long an operation takes, ms: to its end, and from its lock to its end. */
interface Span {
  readonly endMs: number
  readonly heldMs: number
}

/** Chooses moments, and follows the speed of the machine: a measured span is soon too long or too short. */
class Aim {
  #heldMs: number
  #endMs: number

  constructor(private readonly span: Span) {
    this.#heldMs = span.heldMs
    this.#endMs = span.endMs
  }

  underLock(share: number): Moment {
    return { after: 'the lock', delayMs: share * this.#heldMs }
  }

  anywhere(share: number): Moment {
    return { after: 'the start', delayMs: share * this.span.endMs }
  }

  nearTheEnd(share: number): Moment {
    return { after: 'the start', delayMs: (0.6 + 0.4 * share) * this.#endMs }
  }

  learn(after: Moment['after'], phase: KillPhase): void {
    const factor = phase === 'after' ? 0.9 : 1.04
    if (after === 'the lock') this.#heldMs *= factor
    else this.#endMs *= factor
  }
}

/** What edits a sidecar takes no sync lock, and writes at its end. */
function momentOf(
  { edits }: Operation,
  aim: Aim,
  { aimed, share }: { aimed: boolean; share: number },
): Moment {
  if (!aimed) return aim.anywhere(share)
  return edits === undefined ? aim.underLock(share) : aim.nearTheEnd(share)
}

/** The mean of some undisturbed runs; two at once, as the kills go. */
async function measure(bench: Bench, operation: Operation): Promise<Span> {
  const spans: Span[] = []
  await inTwos([0, 1, 2, 3], async (i) => {
    const root = join(bench.folder, `measure-${OPERATIONS.indexOf(operation)}-${i}`)
    copyKb(bench.bases[operation.base].root, root)
    spans.push(await spanOf(root, operation))
  })
  const mean = (of: (span: Span) => number) => spans.reduce((sum, span) => sum + of(span), 0) / spans.length
  return { endMs: mean(({ endMs }) => endMs), heldMs: mean(({ heldMs }) => heldMs) }
}

async function spanOf(root: string, operation: Operation): Promise<Span> {
  const started = performance.now()
  const child = startPnk(argsFor(operation, root))
  const end = ended(child).then(() => performance.now() - started)
  await lockTaken(child, root)
  const lockMs = performance.now() - started
  const endMs = await end
  return { endMs, heldMs: endMs - lockMs }
}

function lockOf(root: string): string {
  return kbPaths(root).lock
}

/** Waits until the lock is there, or the process ended. */
async function lockTaken(child: ChildProcess, root: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !existsSync(lockOf(root))) await sleep(1)
}

async function killAt(args: readonly string[], { after, delayMs }: Moment, root: string): Promise<Ended> {
  if (after === 'the start') return killAfter(args, delayMs)
  const child = startPnk(args)
  const end = ended(child)
  await lockTaken(child, root)
  await sleep(delayMs)
  child.kill('SIGKILL')
  return end
}

/** Runs `pnk` and kills it after so long, unless it has ended by itself. */
export async function killAfter(
  args: readonly string[],
  delayMs: number,
  options: PnkOptions = {},
): Promise<Ended> {
  const child = startPnk(args, options)
  const timer = setTimeout(() => child.kill('SIGKILL'), delayMs)
  try {
    return await ended(child)
  } finally {
    clearTimeout(timer)
  }
}

function phaseOf(root: string, base: string, { signal }: Ended): KillPhase {
  if (signal === null) return 'after'
  if (existsSync(lockOf(root))) return 'during'
  return isUntouched(root, base) ? 'before' : 'after'
}

function isUntouched(root: string, base: string): boolean {
  const index = (at: string) => {
    const stats = statSync(kbPaths(at).index, { throwIfNoEntry: false })
    return stats && { size: stats.size, mtimeMs: Math.floor(stats.mtimeMs) }
  }
  return isDeepStrictEqual(index(root), index(base)) && isDeepStrictEqual(sidecarsOf(root), sidecarsOf(base))
}
