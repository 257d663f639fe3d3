import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

const PREFIX = 'sha256:'

/** `sha256:` and 64 lower-case hex digits over the raw bytes; of a string, over its UTF-8. */
export function contentHash(content: Uint8Array | string): string {
  return PREFIX + createHash('sha256').update(content).digest('hex')
}

/** {@link contentHash} of a file, read as a stream in constant memory. Rejects with the file system's error. */
export async function hashFile(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), hash, options)
  return PREFIX + hash.digest('hex')
}

/** True for text of the form {@link contentHash} gives. */
export function isContentHash(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text)
}
