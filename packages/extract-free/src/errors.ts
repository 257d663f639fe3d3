import { PinakesError } from '@pinakes/manifest'

/** Why a document's text could not be had; the union is closed. */
export type ExtractErrorCode =
  /** A text file is not valid UTF-8; `details.byteOffset` is the first offending byte, `details.line` its one-based line. */
  | 'TEXT_NOT_UTF8'
  /** A text file opens with the byte order mark of UTF-16 or UTF-32; `details.encoding` names it. */
  | 'TEXT_WRONG_ENCODING'
  /** A text file holds a NUL byte, so it is binary; `details.byteOffset` is the first. */
  | 'TEXT_HAS_NUL'
  /** A text file is larger than {@link MAX_TEXT_BYTES}; `details.bytes` is its size. */
  | 'TEXT_TOO_LARGE'
  /** A text file holds a line longer than {@link MAX_LINE_BYTES}; `details.line` is its one-based number, `details.bytes` its length. */
  | 'TEXT_LINE_TOO_LONG'
  /** A backend name that no edition knows; `details.known` lists the names. */
  | 'EXTRACTOR_UNKNOWN'
  /** A known backend that this installation does not have. */
  | 'EXTRACTOR_UNAVAILABLE'
  /** Two backends were registered under one name. */
  | 'EXTRACTOR_DUPLICATE'

/** Every refusal of `@pinakes/extract-free`. */
export class ExtractError extends PinakesError<ExtractErrorCode> {}
