import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SIDECAR_SUFFIX, systemErrorCode } from '@pinakes/manifest'

/** How long to wait for another writer of the same file. An edit takes milliseconds. */
const PATIENCE_MS = 3000
const POLL_MS = 10

/**
 * Runs `work` while no other Pinakes process edits `target`, so that of two edits at once neither is lost. The lock is
 * a file beside the target, named like the other left-overs that `doctor` reports. That of a process of this host
 * which has died is taken over; if the lock cannot be had, in time or at all, the work runs without it: the caller's
 * comparison of the bytes is the second guard, and a stray file must not block a KB.
 */
export async function withEditLock<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const path = lockPath(target)
  const record = `${process.pid} ${hostname()} ${randomUUID()}`
  const held = await acquire(path, record)
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

async function acquire(path: string, record: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    try {
      await writeFile(path, record, { flag: 'wx' })
      return true
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') return false
    }
    const holder = await readOrNull(path)
    if (holder !== null && isDead(holder)) await discard(path, holder)
    else await sleep(POLL_MS * (1 + Math.random()))
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
    if (taken !== null && taken !== judged) await writeFile(path, taken, { flag: 'wx' })
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
