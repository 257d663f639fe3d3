import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, disturbed, inTwos } from './bench.js'
import type { Finding } from './findings.js'
import { copyKb } from './kb.js'
import { argsFor, OPERATIONS, type Operation } from './operations.js'
import { type PnkOptions, runPnk } from './pnk.js'

const PRELOAD = new URL('preload/fail-call.mjs', import.meta.url)

export type CallKind = 'write' | 'read'

/** What calls fail with, in turn. */
const CODES: Readonly<Record<CallKind, readonly string[]>> = {
  write: ['ENOSPC', 'EIO', 'EACCES'],
  read: ['EIO', 'EACCES'],
}

export interface InjectFigures {
  /** File system calls below the KB, over all operations. */
  readonly calls: Readonly<Record<CallKind, number>>
  /** How many of them were made to fail, each in a run of its own. */
  readonly failed: Readonly<Record<CallKind, number>>
  /** Runs in which the call that was to fail did not come: runs differ in the order of what goes on side by side. */
  readonly missed: number
  readonly findings: readonly Finding[]
}

interface Point {
  readonly operation: Operation
  readonly kind: CallKind
  readonly nth: number
  readonly code: string
}

/**
 * Fails each file system call that operations make below the KB, one in each run; with `most`, that many of each kind,
 * spread over all of them.
 */
export async function injectFaults(bench: Bench, most = Number.POSITIVE_INFINITY): Promise<InjectFigures> {
  const points = { write: [] as Point[], read: [] as Point[] }
  for (const kind of ['write', 'read'] as const) {
    for (const operation of OPERATIONS) points[kind].push(...(await pointsOf(bench, operation, kind)))
  }
  const chosen = [...spread(points.write, most), ...spread(points.read, most)]
  const findings: Finding[] = []
  const failed = { write: 0, read: 0 }
  await inTwos(chosen, async (point) => {
    const done = await inject(bench, point)
    if (done.reached) failed[point.kind]++
    findings.push(...done.findings)
  })
  const calls = { write: points.write.length, read: points.read.length }
  return { calls, failed, missed: chosen.length - failed.write - failed.read, findings }
}

function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)] as T)
}

interface Fault {
  readonly folder: string
  readonly kind: CallKind
  readonly nth: number
  readonly code: string
}

function underFault(fault: Fault): PnkOptions & { readonly log: string } {
  const log = `${fault.folder}.calls`
  return { preload: PRELOAD, env: { PINAKES_FAULT: JSON.stringify({ ...fault, log }) }, log }
}

function loggedCalls(log: string): string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

/** Every call of `kind` that an undisturbed run makes, each to fail once with each code in turn. */
async function pointsOf(bench: Bench, operation: Operation, kind: CallKind): Promise<Point[]> {
  const root = join(bench.folder, `calls-${kind}-${OPERATIONS.indexOf(operation)}`)
  copyKb(bench.bases[operation.base].root, root)
  const { log, ...options } = underFault({ folder: root, kind, nth: 0, code: 'EIO' })
  const { status, stderr } = await runPnk(argsFor(operation, root), options)
  if (status !== 0) throw new Error(`watched, ${operation.name} ended with ${status}: ${stderr}`)
  const codes = CODES[kind]
  return loggedCalls(log).map((_, i) => ({
    operation,
    kind,
    nth: i + 1,
    code: codes[i % codes.length] as string,
  }))
}

async function inject(bench: Bench, { operation, kind, nth, code }: Point) {
  let failedCall: string | undefined
  const root = join(bench.folder, `inject-${kind}-${OPERATIONS.indexOf(operation)}-${nth}`)
  const { findings } = await disturbed(bench, {
    operation,
    root,
    where: `${operation.name}, ${kind} call ${nth} fails with ${code}`,
    disturb: async () => {
      const { log, ...options } = underFault({ folder: root, kind, nth, code })
      const ended = await runPnk(argsFor(operation, root), options)
      failedCall = loggedCalls(log)[nth - 1]
      return ended
    },
  })
  const named = findings.map((finding) => ({ ...finding, where: `${finding.where} (${failedCall})` }))
  return { reached: failedCall !== undefined, findings: named }
}
