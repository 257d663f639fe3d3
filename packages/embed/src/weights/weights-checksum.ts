import { createHash } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The SHA-256 that the cache gives a file of weights, lowercase hex: the cache stores it under that name and links to
 * it. Null where a cache holds plain copies (Windows, folders brought by hand).
 */
export function recordedChecksum(path: string): string | null {
  const name = basename(realpathSync(path))
  return /^[0-9a-f]{64}$/.test(name) ? name : null
}

/** The SHA-256 of the file's bytes, lowercase hex; reads all of it. */
export async function fileChecksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
