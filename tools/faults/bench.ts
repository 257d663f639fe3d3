import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashOf, findingsAt, lookAt } from './after.js'
import type { Finding } from './findings.js'
import { type BaseKb, changedKb, copyKb, freshKb } from './kb.js'
import { argsFor, type Bases, OPERATIONS, type Operation } from './operations.js'
import { type Ended, runPnk } from './pnk.js'
import { recover, type Settled, settledState } from './recover.js'

/** What every disturbance needs: knowledge bases to copy, and where each operation ends when nothing disturbs it. */
export interface Bench {
  readonly folder: string
  readonly bases: Bases
  readonly twins: ReadonlyMap<Operation, Settled>
}

/** Generates the knowledge bases and their twins. The caller removes it by {@link removeBench}. */
export async function setUpBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-faults-'))
  const bases = { fresh: freshKb(join(folder, 'fresh')), changed: await changedKb(join(folder, 'changed')) }
  const twins = new Map<Operation, Settled>()
  for (const operation of OPERATIONS) {
    const root = join(folder, `twin-${twins.size}`)
    copyKb(bases[operation.base].root, root)
    for (const args of [argsFor(operation, root), ['sync', '--kb', root]]) {
      const { status, stderr } = await runPnk(args)
      if (status !== 0) throw new Error(`undisturbed, ${operation.name} ended with ${status}: ${stderr}`)
    }
    twins.set(operation, await settledState(root, operation))
  }
  return { folder, bases, twins }
}

export function removeBench({ folder }: Bench): void {
  rmSync(folder, { recursive: true, force: true })
}

export interface Disturbance {
  readonly operation: Operation
  /** Names the disturbance so that it can be repeated. */
  readonly where: string
  /** Where the copy is made. Default: a folder of its own. */
  readonly root?: string
  /** Runs the operation on `root` and disturbs it. */
  readonly disturb: (root: string) => Promise<Ended>
  /** Ends the disturbance, so that the KB can recover. */
  readonly calm?: (root: string) => void
}

export interface Disturbed {
  readonly ended: Ended
  readonly findings: readonly Finding[]
}

let copies = 0

/** Disturbs an operation on a copy of its KB, and checks what it left and where the KB ends. */
export async function disturbed(bench: Bench, disturbance: Disturbance): Promise<Disturbed> {
  const { operation, where, disturb, calm } = disturbance
  const base = bench.bases[operation.base]
  const root = disturbance.root ?? join(bench.folder, `copy-${copies++}`)
  copyKb(base.root, root)
  try {
    const ended = await disturb(root)
    calm?.(root)
    const findings = await judge(root, { bench, base, operation, where, ended })
    return { ended, findings }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

interface Judged {
  readonly bench: Bench
  readonly base: BaseKb
  readonly operation: Operation
  readonly where: string
  readonly ended: Ended
}

async function judge(root: string, { bench, base, operation, where, ended }: Judged): Promise<Finding[]> {
  const twin = bench.twins.get(operation)
  if (twin === undefined) throw new Error(`${operation.name} has no twin`)
  const { findings, add } = findingsAt(where)
  const crash = crashOf(ended)
  if (crash !== null) add('crash', crash)
  const after = lookAt(root, { base, where, edited: twin.edited })
  return [...findings, ...after.findings, ...(await recover(root, { operation, base, after, twin, where }))]
}

/** Runs `task` on every item, two at a time. */
export async function inTwos<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const pending = [...items]
  const worker = async () => {
    for (let item = pending.shift(); item !== undefined; item = pending.shift()) await task(item)
  }
  await Promise.all([worker(), worker()])
}
