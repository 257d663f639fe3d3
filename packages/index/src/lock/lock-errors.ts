import { dirname } from 'node:path'
import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { IndexError } from '../errors.js'
import type { LockRecord } from './lock-record.js'

/** `pid 1234 on host since 20260725 15:00`, or that the file does not say. */
export function describeHolder(record: LockRecord | null): string {
  if (record === null) return 'a holder that it does not name'
  const since = record.started === '' ? '' : ` since ${record.started} UTC`
  return `pid ${record.pid} on ${displayPath(record.host)}${since}`
}

export function foreignLock(path: string, record: LockRecord | null): IndexError {
  return new IndexError({
    code: 'LOCK_FOREIGN',
    message: `${displayPath(path)} is held by ${describeHolder(record)}, another machine than this`,
    remedy: 'Wait for that sync to end. If it is dead, run `pnk sync --force-unlock`.',
    details: { path, ...record },
  })
}

export function aliveLock(path: string, record: LockRecord | null): IndexError {
  return new IndexError({
    code: 'LOCK_ALIVE',
    message: `${displayPath(path)} is held by ${describeHolder(record)}, which is running: not taken over`,
    remedy: `Wait for it to end, or end it. If that process is no \`pnk\`, delete ${displayPath(path)}.`,
    details: { path, ...record },
  })
}

/** `error` of the file system, met at the lock file, as an {@link IndexError}; any other error unchanged. */
export function lockFileError(path: string, error: unknown): unknown {
  const system = systemErrorCode(error)
  if (error instanceof IndexError || system === undefined) return error
  return new IndexError({
    code: 'LOCK_IO',
    message: `The sync lock ${displayPath(path)} could not be used: ${error instanceof Error ? error.message : system}`,
    remedy: remedyFor(system, path),
    details: { path, system },
    cause: error,
  })
}

function remedyFor(system: string, path: string): string {
  if (system === 'EISDIR') return `Remove the folder ${displayPath(path)}.`
  if (system === 'EEXIST' || system === 'ENOTDIR') {
    return `Move ${displayPath(dirname(path))} away: a folder has to be there, and it is a file.`
  }
  return 'Make the folder .pinakes writable for yourself and see that the disk is not full.'
}
