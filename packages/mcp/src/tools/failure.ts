import { isPinakesError } from '@pinakes/manifest'
import { ServeError } from '../errors.js'
import type { ServedKbs } from '../kbs/served-kb.js'
import { withoutRoots } from '../kbs/without-roots.js'

/** A failed call as clients get it. */
export interface Failure {
  /** The name of the error's class. */
  readonly code: string
  /** The error's own code, from the closed union of its package; `INTERNAL` for a defect. */
  readonly reason: string
  readonly message: string
  readonly remedy: string
}

/**
 * What to tell a client about anything a tool may throw: Pinakes errors in their words, with paths relative to the
 * knowledge base, and everything else as a defect without details.
 */
export function failureOf(error: unknown, kbs: ServedKbs): Failure {
  const known = isPinakesError(error, 'INDEX_MISSING') ? indexMissing(error) : error
  if (!isPinakesError(known)) return DEFECT
  const { name, code, details } = known
  return {
    code: name,
    reason: code,
    message: inArguments(withoutRoots(known.message, kbs), details.parameter),
    remedy: inArguments(withoutRoots(known.remedy, kbs), details.parameter),
  }
}

/** True for what is no fault of the caller or of the knowledge base. */
export function isDefect({ reason }: Failure): boolean {
  return reason === DEFECT.reason
}

const DEFECT: Failure = {
  code: 'InternalError',
  reason: 'INTERNAL',
  message: 'The tool failed unexpectedly',
  remedy: 'This is a defect of the server, whose log has the details. Try again, or go on without this call.',
}

function indexMissing(cause: unknown): ServeError {
  return new ServeError({
    code: 'SERVE_INDEX_MISSING',
    message: 'This knowledge base has no index yet',
    remedy: 'Ask its owner to run `pnk sync` in it, or ask another knowledge base (pinakes_list_kbs).',
    cause,
  })
}

/** A parameter of the library is an argument of the tool: `pathPrefix` is `path_prefix`. */
function inArguments(text: string, parameter: unknown): string {
  if (typeof parameter !== 'string' || !/[A-Z]/.test(parameter)) return text
  return text.replaceAll(
    parameter,
    parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}
