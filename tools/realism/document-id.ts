import { createHash } from 'node:crypto'
import { type DocUlid, parseUlid } from '@pinakes/manifest'

/** Crockford's base 32, as ULIDs use it. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26
const BITS_PER_CHARACTER = 5

/** A ULID that depends on `path` alone: the first 128 bits of its SHA-256. The same on every machine and in every run. */
export function documentId(path: string): DocUlid {
  const hash = createHash('sha256').update(path).digest().subarray(0, 16)
  const bits = BigInt(`0x${hash.toString('hex')}`)
  const characters = Array.from({ length: LENGTH }, (_, i) => {
    const shift = BigInt((LENGTH - 1 - i) * BITS_PER_CHARACTER)
    return ALPHABET[Number((bits >> shift) & 31n)]
  })
  return parseUlid(characters.join(''), 'document')
}
