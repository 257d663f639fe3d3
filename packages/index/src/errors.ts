import { PinakesError } from '@pinakes/manifest'

/** Why something in this package refused. */
export type IndexErrorCode =
  /** Chunking settings that contradict each other or the model's window. */
  | 'CHUNKING_SETTINGS'
  /** One document's embedding prefix does not fit beside a full chunk. */
  | 'CHUNKING_PREFIX_TOO_LONG'
  /** A chunk position that no page span covers. */
  | 'CHUNKING_PAGE_SPANS'
  /** A vector table larger than the scan can address. */
  | 'VECTOR_CAPACITY'
  /** A vector of another width than the scan's or the index's. */
  | 'VECTOR_WIDTH'
  /** A vector that holds NaN or an infinity. */
  | 'VECTOR_NOT_FINITE'
  /** A vector tier whose extension is not installed or does not load. */
  | 'VECTOR_TIER_UNAVAILABLE'
  /** There is no index file. */
  | 'INDEX_MISSING'
  /** An index was to be created where a file is. */
  | 'INDEX_EXISTS'
  /** The file is empty or no SQLite database. */
  | 'INDEX_NOT_A_DATABASE'
  /** A database that is cut short or whose content contradicts itself. */
  | 'INDEX_DAMAGED'
  /** Another layout of tables; `details` holds `found` and `expected`. */
  | 'INDEX_SCHEMA_MISMATCH'
  /** Another process kept the index locked for longer than the wait. */
  | 'INDEX_BUSY'
  /** The index or its folder cannot be written. */
  | 'INDEX_READ_ONLY'
  /** The index cannot be opened for reading. */
  | 'INDEX_UNREADABLE'
  | 'INDEX_DISK_FULL'
  /** A failed read, write or fsync that is none of the others. */
  | 'INDEX_IO'
  /** Two active documents would have one path. */
  | 'INDEX_PATH_TAKEN'
  /** A document id that the index does not hold. */
  | 'INDEX_UNKNOWN_DOCUMENT'
  /** A write that breaks a rule of the tables. */
  | 'INDEX_CONSTRAINT'
  /** Used after `close()`. */
  | 'INDEX_CLOSED'
  /** Readers kept the old index from being checkpointed, so it was not replaced. */
  | 'INDEX_SWAP_BUSY'
  /** The SQLite library of this installation does not load. */
  | 'SQLITE_UNAVAILABLE'
  /** Anything else SQLite reports. */
  | 'SQLITE_ERROR'
  /** The sync lock is held on another machine. */
  | 'LOCK_FOREIGN'
  /** Taking the lock over was asked for, but its holder is alive. */
  | 'LOCK_ALIVE'
  /** The lock file cannot be created, read or removed. */
  | 'LOCK_IO'

/** The error of `@pinakes/index`. */
export class IndexError extends PinakesError<IndexErrorCode> {}
