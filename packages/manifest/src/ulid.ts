import { randomInt } from 'node:crypto'
import { monotonicFactory } from 'ulidx'
import { ManifestError } from './manifest-error.js'
import { quote } from './quote.js'

declare const brand: unique symbol

/** A ULID (`^[0-7][0-9A-HJKMNP-TV-Z]{25}$`): permanent, never normalised. */
export type Ulid<Kind extends string = string> = string & { readonly [brand]: Kind }
/** The permanent id of a knowledge base. */
export type KbUlid = Ulid<'kb'>
/** The permanent id of a document. */
export type DocUlid = Ulid<'document'>

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/**
 * True if `text` is a ULID exactly as written. Lowercase, `I L O U`, surrounding space and a first character
 * above `7` are refused, never repaired: two spellings of one id would defeat duplicate detection.
 */
export function isUlid<Kind extends string = string>(text: unknown): text is Ulid<Kind> {
  return typeof text === 'string' && ULID.test(text)
}

/**
 * `text` as a ULID of the given kind.
 * @throws ManifestError `ULID_INVALID`, naming the kind.
 */
export function parseUlid<Kind extends string>(text: string, kind: Kind): Ulid<Kind> {
  if (isUlid<Kind>(text)) return text
  throw new ManifestError({
    code: 'ULID_INVALID',
    message: `${quote(text)} is not a ${kind} id: expected 26 characters of 0-9 and A-Z without I, L, O, U, the first at most 7`,
    remedy: 'Restore the id as it was first written; ids are upper case and never change.',
    details: { kind, found: text },
  })
}

// Each random character is five unbiased bits; the library's own source rounds a byte.
const next = monotonicFactory(() => randomInt(32) / 32)

/**
 * A fresh ULID. Within a process each is greater than the one before, even if the clock steps back (then the
 * random part of the last id is incremented); across processes 80 random bits keep them apart.
 */
export function mintUlid<Kind extends string>(): Ulid<Kind> {
  return next() as Ulid<Kind>
}
