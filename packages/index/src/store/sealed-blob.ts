import { crc32 } from 'node:zlib'
import { displayPath } from '@pinakes/manifest'
import { IndexError } from '../errors.js'

const CHECKSUM_BYTES = 4

/**
 * `parts` one after the other, and their checksum. SQLite notices a lost page of its own structures, but the inside of
 * a blob may be anything: zeros in it would be answers.
 */
export function seal(...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const blob = Buffer.allocUnsafe(length + CHECKSUM_BYTES)
  let at = 0
  for (const part of parts) {
    blob.set(part, at)
    at += part.length
  }
  blob.writeUInt32LE(crc32(blob.subarray(0, length)), length)
  return blob
}

/** What was sealed, sharing memory with `blob`; null if it is not what was written, text for one. */
export function unseal(blob: unknown): Buffer | null {
  if (!Buffer.isBuffer(blob)) return null
  const length = blob.length - CHECKSUM_BYTES
  if (length < 0) return null
  const content = blob.subarray(0, length)
  return crc32(content) === blob.readUInt32LE(length) ? content : null
}

/** For vectors that are not what was written; `what` says which, in words. */
export function damagedVectors(database: { readonly name: string }, what: string): IndexError {
  return new IndexError({
    code: 'INDEX_DAMAGED',
    message: `The index ${displayPath(database.name)} is damaged: ${what}`,
    remedy: 'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
    details: { path: database.name },
  })
}
