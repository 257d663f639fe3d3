import { randomBytes } from 'node:crypto'
import { ServeError } from '../errors.js'

/** The environment variable that sets the token. */
export const TOKEN_VARIABLE = 'PINAKES_MCP_TOKEN'

const SHORTEST = 32
const BYTES = 32

/**
 * The token that clients have to send: the given one, or 32 random bytes in base64url.
 * @throws ServeError `SERVE_TOKEN_INVALID`
 */
export function serverToken(given: string | undefined): { readonly token: string; readonly isNew: boolean } {
  if (given === undefined || given === '') {
    return { token: randomBytes(BYTES).toString('base64url'), isNew: true }
  }
  if (given.length >= SHORTEST && /^[\x21-\x7e]+$/.test(given)) return { token: given, isNew: false }
  throw new ServeError({
    code: 'SERVE_TOKEN_INVALID',
    message:
      given.length < SHORTEST
        ? `The token in ${TOKEN_VARIABLE} has ${given.length} characters; it must have at least ${SHORTEST}`
        : `The token in ${TOKEN_VARIABLE} holds a character that no header can carry, such as a space`,
    remedy: `Set ${TOKEN_VARIABLE} to a long random text (openssl rand -base64 32), or unset it to get a new token at each start.`,
  })
}
