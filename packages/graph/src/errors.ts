import { PinakesError } from '@pinakes/manifest'

/** Why something about links or the graph was refused; the union is closed. */
export type GraphErrorCode =
  /** The relation is empty, or only blanks. */
  | 'LINK_REL_EMPTY'
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
