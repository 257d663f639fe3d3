import type { Embedder, ModelInfo } from '@pinakes/embed'

export interface WordEmbedderOptions {
  readonly model?: string
  readonly fingerprint?: string | null
  readonly window?: number
  /** Texts that hold it make `embed` throw. */
  readonly poison?: string
}

export interface WordEmbedder extends Embedder {
  /** Texts embedded so far. */
  readonly embedded: string[]
  /** Whether it was closed after its last use. */
  readonly closed: () => boolean
}

const DIM = 16

/**
 * A small deterministic embedder: each word adds one to the place its characters hash to, then the vector is
 * normalised. Tokens are words.
 */
export function wordEmbedder(options: WordEmbedderOptions = {}): WordEmbedder {
  const { model = 'words', fingerprint = null, window = 512, poison } = options
  const embedded: string[] = []
  let closed = false
  const info: ModelInfo = {
    provider: 'test',
    model,
    revision: null,
    dim: DIM,
    maxSequenceLength: window,
    fingerprint,
  }
  return {
    embedded,
    closed: () => closed,
    info: () => info,
    async embed(texts) {
      if (poison !== undefined && texts.some((text) => text.includes(poison))) {
        throw new Error(`the model cannot take ${poison}`)
      }
      closed = false
      embedded.push(...texts)
      const all = new Float32Array(texts.length * DIM)
      for (const [i, text] of texts.entries()) all.set(vectorOf(text), i * DIM)
      return all
    },
    countTokens: (text) => wordsOf(text).length,
    async close() {
      closed = true
    },
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIM)
  for (const word of wordsOf(text)) {
    let place = 0
    for (const char of word) place = (place * 31 + (char.codePointAt(0) ?? 0)) % DIM
    vector[place] = (vector[place] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}
