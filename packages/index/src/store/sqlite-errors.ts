import { dirname } from 'node:path'
import { displayPath } from '@pinakes/manifest'
import { IndexError, type IndexErrorCode } from '../errors.js'
import { isWritableFolder } from './folder-access.js'

const RETRY = 'Run the command again; if it stays so, look for another `pnk` process and end it.'
const REBUILD = 'Run `pnk sync --rebuild`; documents and sidecars are not touched.'

interface Explanation {
  readonly code: IndexErrorCode
  readonly what: string
  readonly remedy: string
}

const READ_ONLY: Explanation = {
  code: 'INDEX_READ_ONLY',
  what: 'cannot be written',
  remedy: 'Make the file and its folder writable, then run the command again.',
}

/** By the primary result code; extended codes (`SQLITE_IOERR_FSYNC`) fall back to it. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  SQLITE_BUSY: { code: 'INDEX_BUSY', what: 'is locked by another process', remedy: RETRY },
  SQLITE_LOCKED: { code: 'INDEX_BUSY', what: 'is locked by another connection', remedy: RETRY },
  SQLITE_NOTADB: { code: 'INDEX_NOT_A_DATABASE', what: 'is not a database', remedy: REBUILD },
  SQLITE_CORRUPT: { code: 'INDEX_DAMAGED', what: 'is damaged', remedy: REBUILD },
  SQLITE_IOERR_SHORT_READ: { code: 'INDEX_DAMAGED', what: 'is cut short', remedy: REBUILD },
  SQLITE_FULL: {
    code: 'INDEX_DISK_FULL',
    what: 'cannot grow: the disk is full',
    remedy: 'Free some space and run `pnk sync` again; what was committed is kept.',
  },
  SQLITE_READONLY: READ_ONLY,
  SQLITE_CANTOPEN: {
    code: 'INDEX_UNREADABLE',
    what: 'or a file beside it cannot be opened',
    remedy: 'Give yourself access to the file and its folder.',
  },
  SQLITE_PERM: {
    code: 'INDEX_UNREADABLE',
    what: 'cannot be accessed',
    remedy: 'Give yourself access to the file and its folder.',
  },
  SQLITE_IOERR: {
    code: 'INDEX_IO',
    what: 'could not be read or written',
    remedy: 'Check the disk; then run `pnk sync`, or `pnk sync --rebuild` if it stays so.',
  },
  SQLITE_CONSTRAINT: {
    code: 'INDEX_CONSTRAINT',
    what: 'refused a row that breaks a rule of its tables',
    remedy: `${REBUILD} If it stays so, report it.`,
  },
}

/** True for what the driver throws. */
function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^SQLITE_/.test(error.code)
  )
}

/**
 * `error` as an {@link IndexError} about the index at `path` if SQLite or its driver threw it, else `error` itself:
 * what a caller's own code throws inside a transaction passes unchanged.
 */
export function mapSqliteError(path: string, error: unknown): unknown {
  if (error instanceof TypeError && /database connection is not open/.test(error.message)) return closed(path)
  if (!isSqliteError(error)) return error
  const { code, what, remedy } = explain(path, error)
  return new IndexError({
    code,
    message: `The index ${displayPath(path)} ${what} (${error.code}: ${error.message})`,
    remedy,
    details: { path, sqlite: error.code },
    cause: error,
  })
}

/** What `body` returns; SQLite's errors come out mapped. */
export function mapErrors<T>(path: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    throw mapSqliteError(path, error)
  }
}

function explain(path: string, error: Error & { readonly code: string }): Explanation {
  if (error.code === 'SQLITE_CONSTRAINT_UNIQUE' && error.message.includes('documents.path')) return PATH_TAKEN
  // The schema was checked at opening, so a table that is not there has been lost since.
  if (error.code === 'SQLITE_ERROR' && /^(?:no such table|no such column|malformed)/.test(error.message)) {
    return { code: 'INDEX_DAMAGED', what: 'is damaged', remedy: REBUILD }
  }
  const primary = error.code.split('_').slice(0, 2).join('_')
  if (primary === 'SQLITE_CANTOPEN' && !isWritableFolder(dirname(path))) return READ_ONLY
  return EXPLANATIONS[error.code] ?? EXPLANATIONS[primary] ?? { ...OTHER, what: 'gave an unexpected error' }
}

const PATH_TAKEN: Explanation = {
  code: 'INDEX_PATH_TAKEN',
  what: 'holds another active document at that path',
  remedy: REBUILD,
}

const OTHER = { code: 'SQLITE_ERROR', remedy: `${REBUILD} If it stays so, report it.` } as const

function closed(path: string): IndexError {
  return new IndexError({
    code: 'INDEX_CLOSED',
    message: `The index ${displayPath(path)} was used after it was closed`,
    remedy: 'Open it again.',
    details: { path },
  })
}
