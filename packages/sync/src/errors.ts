import { PinakesError } from '@pinakes/manifest'

/** Why a sync, or one document of it, was refused; the union is closed. */
export type SyncErrorCode =
  /** One id stands in several sidecars; `details.duplicates` lists every id with every path. Nothing was written. */
  | 'SYNC_DUPLICATE_IDS'
  /** The index was built by another embedding model; `details.differences` lists the keys. */
  | 'SYNC_EMBEDDING_CHANGED'
  /** A rebuild could lose documents in what is missing or could not be read; `details.unread`, keys. */
  | 'SYNC_REBUILD_BLIND'
  /** Somebody took the sync lock over while this run held it. */
  | 'SYNC_LOCK_LOST'
  /** One document could not be read when its turn came. */
  | 'SYNC_FILE_UNREADABLE'
  /** One document's sidecar changed under the run. */
  | 'SYNC_SIDECAR_CHANGED'
  /** The caller's signal; committed documents stay, and the next sync goes on from there. */
  | 'SYNC_INTERRUPTED'

/** Every refusal of `@pinakes/sync`. */
export class SyncError extends PinakesError<SyncErrorCode> {}
