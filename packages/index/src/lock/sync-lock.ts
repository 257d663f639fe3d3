import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { displayPath } from '@pinakes/manifest'
import { judge, type LockVerdict, systemFacts } from './judge.js'
import { aliveLock, describeHolder, foreignLock, lockFileError } from './lock-errors.js'
import {
  createLockFile,
  type FoundLock,
  readLockFile,
  releaseLockFile,
  removeIfUnchanged,
  removeLeftovers,
} from './lock-file.js'
import { formatRecord, type LockRecord, ownRecord } from './lock-record.js'

/** The lock's file name in the state folder. */
const LOCK_NAME = 'sync.lock'

/** How hard to try for the sync lock. */
export interface SyncLockOptions {
  /** Take over a lock whose holder is not known to be alive on this machine. Default false. */
  readonly force?: boolean
  /** How long to try while the lock is busy, in milliseconds. Default 0: one try. */
  readonly waitMs?: number
  /** Told when a lock was taken over; a sentence for people, to be shown even when quiet. */
  readonly onNotice?: (message: string) => void
}

/** The lock, held by this process until `release`. */
export interface SyncLock {
  readonly path: string
  readonly record: LockRecord
  /** False once the file carries another nonce or is gone: somebody took it over, and writing has to stop. */
  isHeld(): boolean
  /** Removes the file if it still is ours. May be called twice. */
  release(): void
}

/** Either the lock, or that another live process has it; `holder` is null for a file that does not say whose it is. */
export type SyncLockOutcome =
  | { readonly status: 'acquired'; readonly lock: SyncLock }
  | { readonly status: 'busy'; readonly holder: LockRecord | null; readonly path: string }

/** A lock as it lies there. */
export interface SyncLockState {
  readonly path: string
  /** Null for a file that does not say whose it is. */
  readonly record: LockRecord | null
  readonly verdict: LockVerdict
}

/** Between two tries at a busy lock. */
const POLL_MS = 50

/** A stale lock is removed in one round and ours created in the next; more only while others do the same. */
const ROUNDS = 4

/** Nonces of the locks that this process holds. */
const held = new Set<string>()

/**
 * Acquires the sync lock in `stateDir`, which is created. At most one process holds it; a lock whose
 * holder died is taken over. Rejects with IndexError `LOCK_FOREIGN` (held on another machine, no `force`),
 * `LOCK_ALIVE` (`force`, and the holder is alive), `LOCK_IO`.
 */
export async function acquireSyncLock(
  stateDir: string,
  options: SyncLockOptions = {},
): Promise<SyncLockOutcome> {
  const deadline = performance.now() + (options.waitMs ?? 0)
  for (;;) {
    const outcome = tryAcquire(stateDir, options)
    if (outcome.status === 'acquired' || performance.now() >= deadline) return outcome
    await sleep(Math.min(POLL_MS, Math.max(0, deadline - performance.now())))
  }
}

/**
 * The lock in `stateDir` as it lies there, or null if there is none. Takes nothing and writes nothing.
 * @throws IndexError `LOCK_IO`
 */
export function readLock(stateDir: string): SyncLockState | null {
  const path = join(stateDir, LOCK_NAME)
  try {
    const found = readLockFile(path)
    if (found === null) return null
    return { path, record: found.record, verdict: verdictOf(found) }
  } catch (error) {
    throw lockFileError(path, error)
  }
}

function tryAcquire(stateDir: string, options: SyncLockOptions): SyncLockOutcome {
  const path = join(stateDir, LOCK_NAME)
  try {
    mkdirSync(stateDir, { recursive: true })
    return acquireAt(path, options)
  } catch (error) {
    throw lockFileError(path, error)
  }
}

function acquireAt(path: string, options: SyncLockOptions): SyncLockOutcome {
  const record = ownRecord()
  for (let round = 0; round < ROUNDS; round++) {
    if (createLockFile(path, `${path}.${record.nonce}`, formatRecord(record))) {
      removeLeftovers(path)
      return { status: 'acquired', lock: hold(path, record) }
    }
    const found = readLockFile(path)
    if (found === null) continue
    const verdict = verdictOf(found)
    if (!mayTakeOver(path, found.record, verdict, options)) return busy(path, found.record)
    if (reclaim(path, found)) options.onNotice?.(notice(path, found.record, verdict))
  }
  return busy(path, readLockFile(path)?.record ?? null)
}

function mayTakeOver(
  path: string,
  record: LockRecord | null,
  verdict: LockVerdict,
  { force = false }: SyncLockOptions,
): boolean {
  if (verdict === 'alive' && force) throw aliveLock(path, record)
  if (verdict === 'foreign' && !force) throw foreignLock(path, record)
  return isOver(verdict) || (force && verdict !== 'alive')
}

/**
 * Removes the lock `found`, which nobody holds any more; false if somebody else does or did. One process at a time
 * reclaims, under a guard: while a reclaimer looks at what it took away the place is free, and a third process could
 * settle there beside a holder whose lock was taken by mistake.
 */
function reclaim(path: string, found: FoundLock): boolean {
  const guard = `${path}.reclaim`
  const nonce = takeGuard(guard)
  if (nonce === null) return false
  try {
    return removeIfUnchanged(path, `${path}.${nonce}`, found.identity)
  } finally {
    releaseLockFile(guard, nonce)
    held.delete(nonce)
  }
}

/** The nonce under which the guard is ours, or null while another has it. One left by a crash is removed. */
function takeGuard(guard: string): string | null {
  const record = ownRecord()
  const draft = `${guard}.${record.nonce}`
  for (let round = 0; round < 2; round++) {
    if (createLockFile(guard, draft, formatRecord(record))) {
      held.add(record.nonce)
      return record.nonce
    }
    const other = readLockFile(guard)
    if (other !== null && !(isOver(verdictOf(other)) && removeIfUnchanged(guard, draft, other.identity))) {
      return null
    }
  }
  return null
}

function isOver(verdict: LockVerdict): boolean {
  return verdict === 'dead' || verdict === 'abandoned'
}

function verdictOf({ record, ageMs }: FoundLock): LockVerdict {
  return judge(record, ageMs, systemFacts(held))
}

function hold(path: string, record: LockRecord & { readonly nonce: string }): SyncLock {
  const { nonce } = record
  held.add(nonce)
  return {
    path,
    record,
    isHeld() {
      return held.has(nonce) && readLock(dirname(path))?.record?.nonce === nonce
    },
    release() {
      if (!held.delete(nonce)) return
      try {
        releaseLockFile(path, nonce)
      } catch (error) {
        throw lockFileError(path, error)
      }
    },
  }
}

function busy(path: string, holder: LockRecord | null): SyncLockOutcome {
  return { status: 'busy', holder, path }
}

function notice(path: string, record: LockRecord | null, verdict: LockVerdict): string {
  const why = {
    dead: 'which is not running any more',
    abandoned: 'and is old',
    unreadable: 'as asked',
    foreign: 'another machine, as asked',
    alive: '',
  }[verdict]
  return `Took over the sync lock ${displayPath(path)} of ${describeHolder(record)}, ${why}.`
}
