/** The mark by which an error of any copy of this package is known; `instanceof` fails across copies. */
const MARK = Symbol.for('pinakes.error')

/** What every Pinakes error carries. */
export interface PinakesErrorInit<Code extends string> {
  /** Stable, from the closed union of the throwing package. */
  readonly code: Code
  /** What went wrong and where: the path, then the table or key; expected, then found. No trailing period is needed. */
  readonly message: string
  /** The next command to type or edit to make. */
  readonly remedy: string
  /** Data for programs; JSON-encodable. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * The base of all errors a user can meet. A package derives one class from it over its own union of codes.
 * Test errors by `code` (through {@link isPinakesError}), not by class.
 */
export class PinakesError<Code extends string = string> extends Error {
  readonly code: Code
  readonly remedy: string
  readonly details: Readonly<Record<string, unknown>>
  readonly [MARK] = true

  constructor(init: PinakesErrorInit<Code>) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = new.target.name
    this.code = init.code
    this.remedy = init.remedy
    this.details = init.details ?? {}
  }
}

/** True for an error of any Pinakes package, from any copy of it; with `code`, for that code alone. */
export function isPinakesError(error: unknown, code?: string): error is PinakesError {
  if (typeof error !== 'object' || error === null || !(MARK in error)) return false
  return code === undefined || (error as PinakesError).code === code
}
