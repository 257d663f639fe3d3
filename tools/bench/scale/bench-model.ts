import type { Embedder, ModelInfo } from '@pinakes/embed'

/** How many queries there are; they are asked in turn. */
export const QUERIES = 200

/** Most hits of a search: the default of `candidates_per_source`. */
export const HITS = 50

/** A model of the width of the common small transformers. */
export const BENCH_MODEL: ModelInfo = {
  provider: 'bench',
  model: 'bench/made-up',
  revision: null,
  dim: 384,
  maxSequenceLength: 512,
  fingerprint: 'made-up-1',
}

/** An embedder that knows the vectors of `questions` beforehand: what it costs to embed is another benchmark's. */
export function benchEmbedder(questions: readonly string[], vectors: Float32Array): Embedder {
  const { dim } = BENCH_MODEL
  const places = new Map(questions.map((question, n) => [question, n]))
  return {
    info: () => BENCH_MODEL,
    async embed(texts) {
      const found = texts.map((text) => {
        const n = places.get(text)
        if (n === undefined) throw new Error(`no vector for ${text}`)
        return vectors.subarray(n * dim, (n + 1) * dim)
      })
      const embedded = new Float32Array(texts.length * dim)
      for (const [i, vector] of found.entries()) embedded.set(vector, i * dim)
      return embedded
    },
    countTokens: (text) => text.split(' ').length,
    close: async () => undefined,
  }
}
