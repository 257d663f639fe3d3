import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { SyncError } from '../errors.js'
import { unreadBy } from '../walk/unread.js'

/** `SYNC_FILE_UNREADABLE` for what the file system says of the file `key`; every other error as it is. */
export function asUnreadable(key: string, error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === undefined || !(error instanceof Error) || !('syscall' in error)) return error
  const { why, remedy } = unreadBy(code)
  return new SyncError({
    code: 'SYNC_FILE_UNREADABLE',
    message: `${displayPath(key)}: ${why}`,
    remedy,
    details: { path: key, system: code },
    cause: error,
  })
}
