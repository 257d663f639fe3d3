import { SyncError } from '../errors.js'

/**
 * Returns unless the caller has asked the run to end.
 * @throws SyncError `SYNC_INTERRUPTED`
 */
export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interrupted(signal.reason)
}

/** The run's end on request; `cause` is what the caller gave as the reason. */
export function interrupted(cause: unknown): SyncError {
  return new SyncError({
    code: 'SYNC_INTERRUPTED',
    message: 'The sync was interrupted; what it had committed is kept',
    remedy: 'Run `pnk sync` again; it goes on from there.',
    cause,
  })
}
