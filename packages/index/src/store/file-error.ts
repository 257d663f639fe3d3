import { displayPath, isPinakesError, systemErrorCode } from '@pinakes/manifest'
import { IndexError, type IndexErrorCode } from '../errors.js'
import { mapSqliteError } from './sqlite-errors.js'

/** `error`, met while files of the index at `path` were made or moved, as an {@link IndexError}. */
export function fileError(path: string, error: unknown): unknown {
  const mapped = mapSqliteError(path, error)
  const system = systemErrorCode(mapped)
  if (isPinakesError(mapped) || system === undefined) return mapped
  const { code, remedy } = explain(system)
  return new IndexError({
    code,
    message: `The index ${displayPath(path)} could not be put in place: ${error instanceof Error ? error.message : system}`,
    remedy,
    details: { path, system },
    cause: error,
  })
}

function explain(system: string): { readonly code: IndexErrorCode; readonly remedy: string } {
  if (system === 'EACCES' || system === 'EPERM' || system === 'EROFS') {
    return { code: 'INDEX_READ_ONLY', remedy: 'Make the folder writable, then run `pnk sync` again.' }
  }
  if (system === 'ENOSPC' || system === 'EDQUOT') {
    return { code: 'INDEX_DISK_FULL', remedy: 'Free some space and run `pnk sync` again.' }
  }
  return { code: 'INDEX_IO', remedy: 'Check the folder and the disk, then run `pnk sync` again.' }
}
