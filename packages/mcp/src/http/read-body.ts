import type { IncomingMessage } from 'node:http'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { Refusal } from './check-request.js'

/** Longest body that is read, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The body of a request as JSON, or why it is refused. What is too long is not read to its end. */
export async function readJsonBody(
  request: IncomingMessage,
): Promise<{ readonly data: unknown } | { readonly refusal: Refusal }> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { refusal: TOO_LARGE }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MAX_BODY_BYTES) return { refusal: TOO_LARGE }
    pieces.push(piece)
  }
  try {
    return { data: JSON.parse(Buffer.concat(pieces).toString('utf8')) }
  } catch {
    return { refusal: { status: 400, code: ErrorCode.ParseError, message: 'the body is no JSON' } }
  }
}

const TOO_LARGE: Refusal = {
  status: 413,
  message: `a body may have ${MAX_BODY_BYTES} bytes`,
  // The rest of it is still on its way, and nobody is going to read it.
  headers: { Connection: 'close' },
}
