import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SIDECAR_SUFFIX, systemErrorCode } from '@pinakes/manifest'

/** How long one writer may hold the lock. An edit takes milliseconds. */
const PATIENCE_MS = 3000
/** How often writers may take turns before one goes ahead without the lock. */
const MAX_TURNS = 200
const POLL_MS = 10

export interface EditLockOptions {
  /** How long to watch one and the same holder, in ms, before its lock counts as left behind. Default 3000. */
  readonly patienceMs?: number
}

/**
 * Runs `work` while no other Pinakes process edits `target`, so that of two edits at once neither is lost. The lock is
 * a file beside the target, named like the other left-overs that `doctor` reports. A lock is taken over when its
 * process, of this host, has died, or when it does not change hands for longer than any edit takes; no clock of
 * another machine is asked. Where no lock can be had the work runs without one: the caller's comparison of the bytes
 * is the second guard, and a stray file must not block a KB.
 */
export async function withEditLock<Result>(
  target: string,
  work: () => Promise<Result>,
  { patienceMs = PATIENCE_MS }: EditLockOptions = {},
): Promise<Result> {
  const path = lockPath(target)
  const record = `${process.pid} ${hostname()} ${randomUUID()}`
  const held = await acquire(path, record, patienceMs)
  try {
    return await work()
  } finally {
    if (held) await release(path, record)
  }
}

/** `<sidecar>.lock.new`, or a name made of a hash where that is too long for a file system. */
export function lockPath(target: string): string {
  const name = `${basename(target)}.lock.new`
  if (Buffer.byteLength(name) <= 255) return join(dirname(target), name)
  const short = createHash('sha256').update(basename(target)).digest('hex').slice(0, 32)
  return join(dirname(target), `${short}${SIDECAR_SUFFIX}.lock.new`)
}

async function acquire(path: string, record: string, patienceMs: number): Promise<boolean> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const taken = await take(path, record)
    if (taken !== null) return taken
    const holder = await readOrNull(path)
    if (holder === null || (!isDead(holder) && (await changesHands(path, holder, patienceMs)))) continue
    await discard(path, holder)
  }
  return false
}

/** True if the lock is now ours, false if there can be none here, null if another has it. */
async function take(path: string, record: string): Promise<boolean | null> {
  const lock = await create(path)
  if (lock === null || lock === false) return lock
  try {
    await lock.writeFile(record)
    return true
  } catch {
    // A full disk takes a new name, but nothing into the file: what would stay is a lock of nobody.
    await rm(path, { force: true })
    return false
  } finally {
    await lock.close()
  }
}

/** The new file, false if there can be none here, null if there is one. */
async function create(path: string): Promise<FileHandle | false | null> {
  try {
    return await open(path, 'wx')
  } catch (error) {
    return systemErrorCode(error) === 'EEXIST' ? null : false
  }
}

/** Waits until `holder` has let go, at most `patienceMs`; false if it has not. */
async function changesHands(path: string, holder: string, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    await sleep(POLL_MS * (0.5 + Math.random()))
    if ((await readOrNull(path)) !== holder) return true
  }
  return false
}

/** True if the record names a process of this host that no longer runs. An unreadable record proves nothing. */
function isDead(record: string): boolean {
  const [pid = '', host] = record.split(' ')
  if (host !== hostname() || !/^[1-9]\d*$/.test(pid)) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH'
  }
}

/** Takes a dead lock away. Renamed first: of two that judged it dead, one must not delete the other's new lock. */
async function discard(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}.new`
  try {
    await rename(path, aside)
    const taken = await readOrNull(aside)
    if (taken !== null && taken !== judged) await take(path, taken)
  } catch {
    // Somebody else took it away first, or has a lock again: both are for the next round to see.
  } finally {
    await rm(aside, { force: true })
  }
}

async function release(path: string, record: string): Promise<void> {
  if ((await readOrNull(path)) === record) await rm(path, { force: true })
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    // Gone, or not ours to read: either way there is nothing to judge.
    return null
  }
}
