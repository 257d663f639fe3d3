import { PinakesError } from '@pinakes/manifest'

/** Why something about links or the graph was refused; the union is closed. */
export type GraphErrorCode =
  /** The relation is empty, or only blanks. */
  | 'LINK_REL_EMPTY'
  /** The path of a source or target is empty. `details.end` says which of the two, here and below. */
  | 'LINK_PATH_EMPTY'
  /** A path that cannot be looked at: a NUL byte, a loop of links, a directory that may not be read. */
  | 'LINK_PATH_UNUSABLE'
  /** A path that leads out of its knowledge base, or names its root. */
  | 'LINK_PATH_OUTSIDE'
  /** A sidecar was named in the place of its document; `details.document`. */
  | 'LINK_NAMES_SIDECAR'
  /** There is no file at the path of the source. */
  | 'LINK_SOURCE_MISSING'
  /** There is no file at the path of the target. */
  | 'LINK_TARGET_MISSING'
  /** A directory, device or pipe. */
  | 'LINK_NOT_A_FILE'
  /** A document that no sync has given an id yet. */
  | 'LINK_NO_SIDECAR'
  /** Source and target are one document, or two whose sidecars share an id. */
  | 'LINK_SELF'
  /** The sidecar of a document of a linked KB cannot be read; `cause` says why. */
  | 'LINKED_SIDECAR_UNREADABLE'
  /** A direction that is none of `out`, `in` and `both`. */
  | 'TRAVERSE_DIRECTION_INVALID'
  /** A name that is none of the kinds of edges. */
  | 'EDGE_KIND_UNKNOWN'
  /** Authored links were to be read without the id of their KB. */
  | 'GRAPH_KB_ID_MISSING'
  /** A linked KB is not where its entry says, or its `pinakes.toml` cannot be used; `details.path` where it was looked for. */
  | 'LINKED_KB_UNREACHABLE'
  /** Another KB lies where a linked one is declared; `details.declared` and `details.found`. */
  | 'LINKED_KB_ID_MISMATCH'

/** Every refusal of `@pinakes/graph`. */
export class GraphError extends PinakesError<GraphErrorCode> {}
