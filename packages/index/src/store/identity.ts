import type { ModelInfo } from '@pinakes/embed'
import { chunkingIdentity } from '../chunk/chunking-drift.js'
import type { ChunkingSettings } from '../contracts.js'

/** What an index is built with: one embedder and one way of chunking. */
export interface IndexIdentity {
  readonly embedding: Pick<ModelInfo, 'provider' | 'model' | 'revision' | 'dim' | 'fingerprint'>
  readonly chunking: ChunkingSettings
}

/**
 * The `meta` entries of an identity (spec: retrieval §3, sync §8). An absent revision or fingerprint is recorded as
 * the empty string. To be written only to an empty index: over older vectors and chunks they would be untrue.
 */
export function identityMeta({ embedding, chunking }: IndexIdentity): Record<string, string> {
  return {
    embedding_provider: embedding.provider,
    embedding_model: embedding.model,
    embedding_revision: embedding.revision ?? '',
    embedding_dim: String(embedding.dim),
    embedding_fingerprint: embedding.fingerprint ?? '',
    ...chunkingIdentity(chunking),
  }
}
