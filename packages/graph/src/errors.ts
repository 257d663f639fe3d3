import { PinakesError } from '@pinakes/manifest'

/** Why something about links or the graph was refused; the union is closed. */
export type GraphErrorCode =
  /** The relation is empty, or only blanks. */
  | 'LINK_REL_EMPTY'

/** Every refusal of `@pinakes/graph`. */
export class GraphError extends PinakesError<GraphErrorCode> {}
