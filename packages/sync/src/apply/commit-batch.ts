import type { IndexWriter, SyncLock } from '@pinakes/index'
import { displayPath, isPinakesError } from '@pinakes/manifest'
import { SyncError } from '../errors.js'

/** One document's write. */
export interface WriteJob {
  readonly path: string
  /** Runs in a savepoint; what it throws undoes this job alone. */
  readonly write: () => void
}

/** What became of each job. */
export interface CommitResult<Job> {
  readonly done: readonly Job[]
  readonly failed: readonly { readonly job: Job; readonly error: unknown }[]
}

/** Errors that say the index as a whole cannot be written, so that going on would lose every later document too. */
const INDEX_WIDE = new Set([
  'INDEX_BUSY',
  'INDEX_CLOSED',
  'INDEX_DAMAGED',
  'INDEX_DISK_FULL',
  'INDEX_IO',
  'INDEX_NOT_A_DATABASE',
  'INDEX_READ_ONLY',
  'INDEX_UNREADABLE',
])

/**
 * Commits the jobs together, each in a savepoint of its own: a document is written whole or not at all, and one that
 * fails takes no other with it. A finished job clears the failure of its path.
 * @throws SyncError `SYNC_LOCK_LOST`; IndexError when the index as a whole cannot be written: then none is committed.
 */
export function commitJobs<Job extends WriteJob>(
  writer: IndexWriter,
  lock: SyncLock,
  jobs: readonly Job[],
): CommitResult<Job> {
  if (!lock.isHeld()) throw lockLost(lock)
  const done: Job[] = []
  const failed: { job: Job; error: unknown }[] = []
  writer.inTransaction(() => {
    for (const job of jobs) {
      try {
        writer.inTransaction(job.write)
        done.push(job)
      } catch (error) {
        if (isIndexWide(error)) throw error
        failed.push({ job, error })
      }
    }
    writer.clearFailures(done.map(({ path }) => path))
  })
  return { done, failed }
}

function isIndexWide(error: unknown): boolean {
  return isPinakesError(error) && INDEX_WIDE.has(error.code)
}

function lockLost({ path }: SyncLock): SyncError {
  return new SyncError({
    code: 'SYNC_LOCK_LOST',
    message: `Another process took over ${displayPath(path)} while this sync ran`,
    remedy: 'Run `pnk sync` again when the other one has ended; --force-unlock is for holders that are dead.',
    details: { path },
  })
}
