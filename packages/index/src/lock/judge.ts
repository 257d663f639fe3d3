import { hostname } from 'node:os'
import { systemErrorCode } from '@pinakes/manifest'
import type { LockRecord } from './lock-record.js'
import { processStart } from './process-start.js'

/** A file that says nothing is being written if it is younger; it is left over if it is older. */
export const UNREADABLE_GRACE_MS = 10_000

/** What a lock file means for whoever finds it. */
export type LockVerdict =
  /** Its holder runs on this machine. */
  | 'alive'
  /** Its holder ended without releasing it. */
  | 'dead'
  /** Its holder is on another machine, where nothing can be asked. */
  | 'foreign'
  /** It says nothing, and is so young that it may be half written. */
  | 'unreadable'
  /** It says nothing, and nobody is writing it any more. */
  | 'abandoned'

/** What is known of the machine and of this process. */
export interface LockFacts {
  readonly host: string
  readonly ownPid: number
  /** Whether a process of that pid exists. */
  isRunning(pid: number): boolean
  /** As {@link processStart}. */
  processStart(pid: number): string | null
  /** Whether this process holds a lock of that nonce. */
  holds(nonce: string): boolean
}

/** The facts of this machine; `held` are the nonces of the locks this process holds. */
export function systemFacts(held: ReadonlySet<string>): LockFacts {
  return {
    host: hostname(),
    ownPid: process.pid,
    isRunning,
    processStart,
    holds: (nonce) => held.has(nonce),
  }
}

/**
 * The verdict on a lock file: its record (null if it holds none) and the milliseconds since it was last written.
 * Nothing compares `started` with a clock: clocks are set, and machines sleep.
 */
export function judge(record: LockRecord | null, ageMs: number, facts: LockFacts): LockVerdict {
  // A file from the future is no younger than an old one: the clock was set back since.
  if (record === null) return Math.abs(ageMs) > UNREADABLE_GRACE_MS ? 'abandoned' : 'unreadable'
  if (record.host !== facts.host) return 'foreign'
  return isHolder(record, facts) ? 'alive' : 'dead'
}

function isHolder({ pid, nonce, procStarted }: LockRecord, facts: LockFacts): boolean {
  // In a container every run may have the same pid: one that is ours proves nothing unless this run wrote the record.
  if (pid === facts.ownPid) {
    const holds = nonce !== null && facts.holds(nonce)
    return holds || (procStarted !== null && procStarted === facts.processStart(pid))
  }
  if (pid <= 0 || !facts.isRunning(pid)) return false
  if (procStarted === null) return true
  const started = facts.processStart(pid)
  return started === null || started === procStarted
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists and belongs to somebody else. Everything else means that there is none, pids out of range included.
    return systemErrorCode(error) === 'EPERM'
  }
}
