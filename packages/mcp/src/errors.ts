import { PinakesError } from '@pinakes/manifest'

/** Every way in which the server refuses. */
export type ServeErrorCode =
  /** No knowledge base was named, and none lies around the current directory. */
  | 'SERVE_NO_KB'
  /** Two served knowledge bases have the same name or id. `details.roots` names both. */
  | 'SERVE_DUPLICATE_KB'
  /** A tool was asked for a knowledge base that is not served. `details.served` lists the names. */
  | 'SERVE_UNKNOWN_KB'
  /** An argument is missing, unknown, or of another type. `details.argument` names it. */
  | 'SERVE_ARGUMENT_INVALID'
  /** The knowledge base was never synced. */
  | 'SERVE_INDEX_MISSING'
  /** No active document has the id, or the path. */
  | 'SERVE_DOCUMENT_UNKNOWN'
  /** The file of a document cannot be read, or is no text. */
  | 'SERVE_SOURCE_UNREADABLE'
  /** The extracted text of a document is not in the cache. */
  | 'SERVE_EXTRACTION_MISSING'
  /** Pages were asked of a document that has none, or that it does not have. */
  | 'SERVE_PAGES_INVALID'
  /** The server may be reached from this computer alone: the host is not a loopback address. */
  | 'SERVE_HOST_INVALID'
  /** The port cannot be listened on. */
  | 'SERVE_PORT_UNAVAILABLE'
  /** The token is shorter than 32 characters, or holds what a header cannot. */
  | 'SERVE_TOKEN_INVALID'
  /** An allowed origin is none. */
  | 'SERVE_ORIGIN_INVALID'

/** A refusal of the server. */
export class ServeError extends PinakesError<ServeErrorCode> {}
