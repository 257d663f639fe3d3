import { shortenPath } from '@pinakes/manifest'
import type { ErrorReport } from './error-report.js'
import { EXIT } from './exit-codes.js'

/** What went wrong in words, and what to do, for the system errors that a user can do something about. */
const KNOWN: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EACCES: ['permission denied', 'check who owns the path and its permissions, then run the command again'],
  EPERM: [
    'operation not permitted',
    'check who owns the path and its permissions, then run the command again',
  ],
  EROFS: ['the file system is read-only', 'mount it writable, or work on a copy of the knowledge base'],
  ENOSPC: ['no space left on the device', 'free some space, then run the command again'],
  EDQUOT: ['disk quota exceeded', 'free some space, then run the command again'],
  EMFILE: ['too many open files', 'raise the limit (ulimit -n 4096), then run the command again'],
  ENFILE: ['too many open files in the system', 'close some programs, then run the command again'],
  ENOENT: ['no such file or directory', 'check the path, then run the command again'],
  ENOTDIR: ['a part of the path is not a directory', 'check the path, then run the command again'],
  EISDIR: ['it is a directory', 'check the path, then run the command again'],
  ELOOP: ['too many symbolic links', 'check where the path leads, then run the command again'],
  ENAMETOOLONG: ['the name is too long', 'use a shorter path, then run the command again'],
  ERR_MODULE_NOT_FOUND: ['a part of pnk is not installed', 'install it again: npm install -g @pinakes/cli'],
  EIO: ['input/output error', 'check the disk, then run the command again'],
}

/** A report for a file-system error; null for anything else. */
export function systemErrorReport(error: unknown): ErrorReport | null {
  if (!(error instanceof Error)) return null
  const { code, path } = error as NodeJS.ErrnoException
  const known = code === undefined ? undefined : KNOWN[code]
  if (code === undefined || known === undefined) return null
  const [what, remedy] = known
  const message = path === undefined ? what : `${shortenPath(path)}: ${what}`
  return { code, message, remedy, exit: EXIT.failure }
}
