import { isPinakesError } from '@pinakes/manifest'

/** `<Kind>: <message>` of anything thrown, as `failures.error` stores it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `Error: ${String(error)}`
  return `${error.name}: ${error.message}`
}

/** What a user can do about it; null if nobody said. */
export function remedyOf(error: unknown): string | null {
  return isPinakesError(error) ? error.remedy : null
}
