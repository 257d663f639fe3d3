import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { systemErrorCode } from '@pinakes/manifest'

/** Written to within this time: somebody is still at it, whoever that is. */
const ABANDONED_AFTER_MS = 60 * 60_000

/**
 * The beginning of a file that is being received, in a temporary file of its own, so that two who fetch the same file
 * never write into one. Its name says who writes it: `<hash>.pnk-<host>-<pid>-<random>.incomplete`; one that nobody
 * writes any more is taken over by whoever comes next, and that goes on where it stops.
 */
export interface PartialFile {
  readonly path: string
  /** Leaves it for the next to take over. */
  release(): void
  /** Removes it. */
  discard(): void
}

/** A partial file for the content `hash` in `folder`: the longest one that nobody writes, else a new name. */
export function claimPartial(folder: string, hash: string, maxBytes: number): PartialFile {
  const path = join(folder, `${hash}.pnk-${owner()}-${random()}.incomplete`)
  const abandoned = abandonedPartials(folder, hash)
  const usable = abandoned.filter(({ bytes }) => bytes <= maxBytes)
  const taken = usable.find((one) => takeOver(one.path, path))
  if (taken !== undefined) for (const other of abandoned) removeQuietly(other.path)
  return {
    path,
    release: () => void takeOver(path, join(folder, `${hash}.pnk-free-${random()}.incomplete`)),
    discard: () => removeQuietly(path),
  }
}

/** How much of the content lies there already and can be taken over. */
export function claimableBytes(folder: string, hash: string, maxBytes: number): number {
  return abandonedPartials(folder, hash).find(({ bytes }) => bytes <= maxBytes)?.bytes ?? 0
}

interface Abandoned {
  readonly path: string
  readonly bytes: number
}

/** Longest first. */
function abandonedPartials(folder: string, hash: string): readonly Abandoned[] {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(`${hash}.pnk-`) && name.endsWith('.incomplete'),
  )
  return names
    .flatMap((name) => {
      const path = join(folder, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found === undefined) return []
      const isOld = Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
      return isOld || isOwnerless(name) ? [{ path, bytes: found.size }] : []
    })
    .sort((a, b) => b.bytes - a.bytes)
}

/** True if it was released, or if its writer ran on this machine and runs no more. */
function isOwnerless(name: string): boolean {
  if (name.includes('.pnk-free-')) return true
  const [, host, pid] = /\.pnk-([0-9a-f]+)-(\d+)-/.exec(name) ?? []
  return host === thisHost() && pid !== undefined && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and is somebody else's.
    return systemErrorCode(error) !== 'ESRCH'
  }
}

/** Renaming is what decides between two who want it: for the second one it is not there any more. */
function takeOver(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A left-over that cannot be removed costs space and nothing else.
  }
}

function owner(): string {
  return `${thisHost()}-${process.pid}`
}

function thisHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

function random(): string {
  return randomBytes(4).toString('hex')
}
