import type { PinakesErrorInit } from '@pinakes/manifest'
import { GraphError, type GraphErrorCode } from '../errors.js'

/** Which end of a link a refusal is about. */
export type LinkEnd = 'source' | 'target'

/** The refusal of one end of a link; `details.end` says which, where it is known. */
export function linkError(init: PinakesErrorInit<GraphErrorCode>, end?: LinkEnd): GraphError {
  return new GraphError({ ...init, details: { ...init.details, ...(end === undefined ? {} : { end }) } })
}

/** `error` with more to do than it says itself. */
export function withRemedy(error: GraphError, more: string): GraphError {
  const { code, message, remedy, details, cause } = error
  return new GraphError({ code, message, remedy: `${remedy} ${more}`, details, cause })
}
