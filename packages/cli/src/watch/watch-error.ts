import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { CliError } from '../cli-error.js'

const LIMIT_REMEDY =
  'raise the limit (Linux: sudo sysctl fs.inotify.max_user_watches=1048576 fs.inotify.max_user_instances=1024), or run pnk sync from a scheduler'

/** Why the knowledge base at `root` cannot be watched, or not any longer. */
export function watchFailed(root: string, error: unknown): CliError {
  const code = systemErrorCode(error)
  const where = displayPath(root)
  // Linux says "no space" of its table of watches, not of a disk.
  if (code === 'ENOSPC' || code === 'EMFILE') {
    return new CliError({
      code: 'CLI_WATCH_FAILED',
      message: `${where}: the system watches no more files than it does already (${code})`,
      remedy: LIMIT_REMEDY,
      cause: error,
    })
  }
  const why = error instanceof Error ? error.message : String(error)
  return new CliError({
    code: 'CLI_WATCH_FAILED',
    message: `${where} cannot be watched: ${displayPath(why)}`,
    remedy: 'run pnk sync from a scheduler where the file system reports no changes',
    cause: error,
  })
}

/** The folder that was watched is gone; what was indexed stays in it, wherever it went. */
export function watchedFolderGone(root: string): CliError {
  return new CliError({
    code: 'CLI_WATCH_FAILED',
    message: `${displayPath(root)} is not there any more`,
    remedy: 'mount or restore it, then run pnk watch again',
  })
}
