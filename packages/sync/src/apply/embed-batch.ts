import type { Embedder } from '@pinakes/embed'

/** Texts to embed, with the vectors or the error that came of it. */
export interface EmbedItem {
  readonly inputs: readonly string[]
}

export type EmbedOutcome = { readonly vectors: Float32Array } | { readonly error: unknown }

/**
 * The vectors of every item, embedded in one call, since models are faster on many texts. When that fails the halves are
 * tried by themselves, so that one text the model cannot take costs its own document alone.
 */
export async function embedItems(embedder: Embedder, items: readonly EmbedItem[]): Promise<EmbedOutcome[]> {
  const { dim } = embedder.info()
  try {
    const all = await embedder.embed(
      items.flatMap(({ inputs }) => inputs),
      'passage',
    )
    let start = 0
    return items.map(({ inputs }) => {
      const vectors = all.subarray(start, start + inputs.length * dim)
      start += inputs.length * dim
      return { vectors }
    })
  } catch (error) {
    if (items.length <= 1) return items.map(() => ({ error }))
    const half = items.length >> 1
    const first = await embedItems(embedder, items.slice(0, half))
    return [...first, ...(await embedItems(embedder, items.slice(half)))]
  }
}
