/** Who makes the vectors of an index. */
export interface EmbeddingIdentity {
  readonly provider: string
  readonly model: string
  readonly dim: number
  /** Null: the model has none. */
  readonly revision: string | null
  /** Of the loaded model, null if it has none; undefined while none is loaded. */
  readonly fingerprint?: string | null | undefined
}

/** A key under which an index records its embedder. */
export type EmbeddingKey = `embedding_${keyof EmbeddingIdentity}`

const EMBEDDING_KEYS: readonly EmbeddingKey[] = [
  'embedding_dim',
  'embedding_fingerprint',
  'embedding_model',
  'embedding_provider',
  'embedding_revision',
]

/**
 * The entries by which an index records its embedder, in code-point order of their keys. An absent revision or
 * fingerprint is the empty string; a fingerprint that is not known has no entry.
 */
export function embeddingMeta({
  provider,
  model,
  dim,
  revision,
  fingerprint,
}: EmbeddingIdentity): Partial<Record<EmbeddingKey, string>> {
  return {
    embedding_dim: String(dim),
    ...(fingerprint === undefined ? {} : { embedding_fingerprint: fingerprint ?? '' }),
    embedding_model: model,
    embedding_provider: provider,
    embedding_revision: revision ?? '',
  }
}

/** True if `meta` records nothing of an embedder: no sync has told yet which one it is. */
export function isEmbeddingUnrecorded(meta: ReadonlyMap<string, string>): boolean {
  return EMBEDDING_KEYS.every((key) => !meta.has(key))
}
