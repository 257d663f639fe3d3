import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { visibleFault } from '../weights/damaged-file.js'

/** What a file has to hold. */
export interface ExpectedContent {
  /** Null where nobody recorded it. */
  readonly bytes: number | null
  /** SHA-256 (64 hex digits), or git's SHA-1 of a blob (40): the two ways in which the hub names content. */
  readonly hash: string
}

/**
 * What is wrong with the file, or null if it is there and holds what it should: absent, empty, a web page, of another
 * size, of another hash. Reads all of it, unless less tells.
 */
export async function contentFault(path: string, expected: ExpectedContent): Promise<string | null> {
  const bytes = fileBytes(path)
  if (bytes === null) return 'it is not there'
  if (expected.bytes !== null && expected.bytes !== bytes) {
    return visibleFault(path) ?? `it has ${bytes} bytes instead of ${expected.bytes}`
  }
  const found = await contentHash(path, expected.hash)
  if (found === expected.hash) return null
  const algorithm = expected.hash.length === 64 ? 'SHA-256' : 'git hash'
  return visibleFault(path) ?? `its ${algorithm} is ${found} instead of ${expected.hash}`
}

/** The size of the file behind every link, or null if there is none. */
export function fileBytes(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? found.size : null
}

/** The hash of the file's content, by the algorithm that `like` was made with; lowercase hex. */
export async function contentHash(path: string, like: string): Promise<string> {
  const hash = like.length === 64 ? createHash('sha256') : createHash('sha1')
  if (like.length !== 64) hash.update(`blob ${statSync(path).size}\0`)
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
