import { PinakesError } from '@pinakes/manifest'

/** Why something about links or the graph was refused; the union is closed. */
export type GraphErrorCode =
  /** The relation is empty, or only blanks. */
  | 'LINK_REL_EMPTY'
  /** A direction that is none of `out`, `in` and `both`. */
  | 'TRAVERSE_DIRECTION_INVALID'

/** Every refusal of `@pinakes/graph`. */
export class GraphError extends PinakesError<GraphErrorCode> {}
