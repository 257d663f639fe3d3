import { hash } from 'node:crypto'

/** A chunk's ids: the same across machines, rebuilds and edits elsewhere in the document. */
export interface ChunkIdentity {
  /** `ck_` and 26 characters of lowercase base32. */
  readonly chunkUid: string
  /** Lowercase hex SHA-256 of the chunk text in UTF-8. */
  readonly contentSha256: string
}

/** The identity of each chunk, in the order given. */
export function identifyChunks(docId: string, chunks: readonly { readonly text: string }[]): ChunkIdentity[] {
  const seen = new Map<string, number>()
  return chunks.map(({ text }) => {
    const contentSha256 = hash('sha256', text, 'hex')
    const occurrence = seen.get(contentSha256) ?? 0
    seen.set(contentSha256, occurrence + 1)
    const digest = hash('sha256', `${docId}\n${contentSha256}\n${occurrence}`, 'buffer')
    return { chunkUid: `ck_${base32(digest).slice(0, 26)}`, contentSha256 }
  })
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 base32, lowercase, without padding. */
function base32(bytes: Uint8Array): string {
  let out = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += ALPHABET.charAt((buffer >> bits) & 31)
    }
  }
  return bits > 0 ? out + ALPHABET.charAt((buffer << (5 - bits)) & 31) : out
}
