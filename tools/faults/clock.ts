import { type Bench, disturbed, inTwos } from './bench.js'
import type { Finding } from './findings.js'
import { killAfter } from './kill.js'
import { argsFor, OPERATIONS, type Operation } from './operations.js'
import { type PnkOptions, runPnk } from './pnk.js'

const PRELOAD = new URL('preload/move-clock.mjs', import.meta.url)

const DAY_MS = 86_400_000

interface Shift {
  readonly name: string
  readonly offMs: number
  /** From which look at the clock on. */
  readonly after?: number
  /** Killed under the lock, so that its stamp comes from the wrong clock. */
  readonly killed?: boolean
}

const SHIFTS: readonly Shift[] = [
  { name: 'a day back', offMs: -DAY_MS },
  { name: 'ten years back', offMs: -3652 * DAY_MS },
  { name: 'a day back, during the run', offMs: -DAY_MS, after: 8 },
  { name: 'an hour back, as summer time ends', offMs: -DAY_MS / 24, after: 4 },
  { name: 'a day ahead', offMs: DAY_MS },
  { name: 'a day ahead, and killed', offMs: DAY_MS, killed: true },
  { name: 'a day back, and killed', offMs: -DAY_MS, killed: true },
]

export interface ClockFigures {
  readonly runs: number
  readonly findings: readonly Finding[]
}

/** Runs operations with the clock off in every way; what follows has the right clock again. */
export async function moveClocks(
  bench: Bench,
  operations: readonly Operation[] = OPERATIONS,
): Promise<ClockFigures> {
  const runs = operations.flatMap((operation) => SHIFTS.map((shift) => ({ operation, shift })))
  const findings: Finding[] = []
  await inTwos(runs, async (run) => {
    findings.push(...(await withClock(bench, run)))
  })
  return { runs: runs.length, findings }
}

/** Far enough into a run for it to hold the lock, ms. */
const UNDER_LOCK_MS = 170

async function withClock(
  bench: Bench,
  { operation, shift }: { readonly operation: Operation; readonly shift: Shift },
): Promise<readonly Finding[]> {
  const { name, offMs, after = 1, killed = false } = shift
  const options: PnkOptions = {
    preload: PRELOAD,
    env: { PINAKES_FAULT: JSON.stringify({ offMs, after }) },
  }
  const { findings } = await disturbed(bench, {
    operation,
    where: `${operation.name}, the clock ${name}`,
    disturb: (root) => {
      const args = argsFor(operation, root)
      return killed ? killAfter(args, UNDER_LOCK_MS, options) : runPnk(args, options)
    },
  })
  return findings
}
