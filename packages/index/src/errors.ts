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
  /** A vector of another width than the scan's. */
  | 'VECTOR_WIDTH'

/** The error of `@pinakes/index`. */
export class IndexError extends PinakesError<IndexErrorCode> {}
