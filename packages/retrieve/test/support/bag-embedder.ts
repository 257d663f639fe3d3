import type { Embedder, ModelInfo } from '@pinakes/embed'

export const BAG_INFO: ModelInfo = {
  provider: 'bag',
  model: 'test/bag',
  revision: null,
  dim: 64,
  maxSequenceLength: 512,
  fingerprint: 'bag-1',
}

/** Words that mean the same to this embedder, so that it finds what keywords cannot. */
const SYNONYMS: Readonly<Record<string, string>> = { physician: 'doctor', automobile: 'car' }

/** A small deterministic embedder: each distinct word adds 1 at a place that depends on the word alone. */
export function bagEmbedder(info: Partial<ModelInfo> = {}): Embedder & { readonly embedded: string[] } {
  const own = { ...BAG_INFO, ...info }
  const embedded: string[] = []
  return {
    embedded,
    info: () => own,
    async embed(texts) {
      embedded.push(...texts)
      const vectors = new Float32Array(texts.length * own.dim)
      texts.forEach((text, i) => {
        vectors.set(bag(text, own.dim), i * own.dim)
      })
      return vectors
    },
    countTokens: (text) => words(text).length,
    close: async () => undefined,
  }
}

function bag(text: string, dim: number): Float32Array {
  const vector = new Float32Array(dim)
  for (const word of new Set(words(text))) {
    const place = hash(SYNONYMS[word] ?? word) % dim
    vector[place] = (vector[place] ?? 0) + 1
  }
  const norm = Math.hypot(...vector)
  return norm === 0 ? vector : vector.map((value) => value / norm)
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** FNV-1a. */
function hash(word: string): number {
  let value = 0x811c9dc5
  for (const char of word) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}
