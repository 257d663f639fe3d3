import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemErrorCode } from '@pinakes/manifest'
import { type LockRecord, parseRecord } from './lock-record.js'

/** A lock file as it was found. */
export interface FoundLock {
  readonly record: LockRecord | null
  /** Milliseconds since it was written; negative if the clock was set back. */
  readonly ageMs: number
  /** Equal for the same, unchanged file only: its text, with what the file system says of it. */
  readonly identity: string
}

/** The lock file at `path`, or null if there is none. Throws the file system's errors. */
export function readLockFile(path: string): FoundLock | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    const { ino, mtimeNs, mtimeMs } = fstatSync(file, { bigint: true })
    const text = readFileSync(file, 'utf8')
    const ageMs = Date.now() - Number(mtimeMs)
    return { record: parseRecord(text), ageMs, identity: `${ino} ${mtimeNs} ${text}` }
  } finally {
    closeSync(file)
  }
}

/**
 * Creates the file with all of its text at once, by linking a finished one; false if one is there already. `draft` is
 * the name of the finished one, which is gone afterwards.
 */
export function createLockFile(path: string, draft: string, text: string): boolean {
  writeWhole(draft, text)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EEXIST') return false
    if (code === undefined || !NO_LINKS.has(code)) throw error
    return createWithoutLink(path, text)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** What file systems without hard links answer: FAT, some network and container mounts. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** The file is empty for an instant; whoever reads it then takes it for one that is being written. */
function createWithoutLink(path: string, text: string): boolean {
  try {
    writeWhole(path, text)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Creates `path` with `text`, or leaves nothing there: a full disk takes the name and not the text. */
function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, text)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/**
 * Takes the lock file away if it still is the one of that `identity`: it is renamed to `aside`, and only then looked at, so that what
 * is removed is what was looked at. Another one is put back. False if the file was another or gone.
 */
export function removeIfUnchanged(path: string, aside: string, identity: string): boolean {
  try {
    renameSync(path, aside)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
  const same = readLockFile(aside)?.identity === identity
  if (!same) restore(aside, path)
  rmSync(aside, { force: true })
  return same
}

/** Never over a lock that was created meanwhile. */
function restore(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'EEXIST') return
    if (code === undefined || !NO_LINKS.has(code)) throw error
    renameSync(aside, path)
  }
}

/** Removes the file if it carries `nonce`. */
export function releaseLockFile(path: string, nonce: string): void {
  if (readLockFile(path)?.record?.nonce !== nonce) return
  try {
    unlinkSync(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
}

/** No acquisition takes so long; a draft this old is one of a process that was killed. */
const LEFTOVER_MS = 3_600_000

/** Removes drafts beside the lock file that killed processes left. To be called by the lock's holder. */
export function removeLeftovers(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue
    const stats = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_MS) {
      rmSync(join(folder, name), { force: true })
    }
  }
}
