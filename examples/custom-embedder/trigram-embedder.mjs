/** @import { Embedder } from '@pinakes/embed' */

/**
 * An embedder of one's own: counts of letter trigrams, hashed into `dim` buckets. It knows no meaning, but it forgives
 * misspellings, and shows all that an embedder has to do.
 *
 * @implements {Embedder}
 */
export class TrigramEmbedder {
  /** @param {number} dim */
  constructor(dim) {
    this.dim = dim
  }

  /** Recorded in the index: an index of other vectors is refused, so the fingerprint changes with the algorithm. */
  info() {
    return {
      provider: 'trigrams',
      model: 'letters',
      revision: null,
      dim: this.dim,
      maxSequenceLength: 8192,
      fingerprint: 'fnv1a-1',
    }
  }

  /**
   * Row-major `[texts.length * dim]`, each row of length 1, or all zero for a text without a letter.
   *
   * @param {readonly string[]} texts
   */
  async embed(texts) {
    const vectors = new Float32Array(texts.length * this.dim)
    for (const [i, text] of texts.entries()) {
      const row = vectors.subarray(i * this.dim, (i + 1) * this.dim)
      for (const trigram of trigrams(text)) {
        const bucket = hash(trigram) % this.dim
        row[bucket] = (row[bucket] ?? 0) + 1
      }
      const length = Math.hypot(...row)
      if (length > 0) for (let j = 0; j < row.length; j++) row[j] = (row[j] ?? 0) / length
    }
    return vectors
  }

  /** @param {string} text */
  countTokens(text) {
    return words(text).length
  }

  async close() {
    // Nothing is held open.
  }
}

/** @param {string} text */
function words(text) {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
}

/** @param {string} text */
function trigrams(text) {
  return words(text).flatMap((word) => {
    const padded = [...` ${word} `]
    return padded.slice(2).map((_, i) => padded.slice(i, i + 3).join(''))
  })
}

/**
 * FNV-1a over UTF-16 units, 32 bits.
 *
 * @param {string} text
 */
function hash(text) {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
