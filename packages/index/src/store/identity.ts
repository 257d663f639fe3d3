import type { ModelInfo } from '@pinakes/embed'
import { embeddingMeta } from '@pinakes/manifest'
import { chunkingIdentity } from '../chunk/chunking-drift.js'
import type { ChunkingSettings } from '../contracts.js'

/** What an index is built with: one embedder and one way of chunking. */
export interface IndexIdentity {
  readonly embedding: Pick<ModelInfo, 'provider' | 'model' | 'revision' | 'dim' | 'fingerprint'>
  readonly chunking: ChunkingSettings
}

/**
 * The `meta` entries of an identity. To be written only to an empty index: over older vectors and chunks they would be
 * untrue.
 */
export function identityMeta({ embedding, chunking }: IndexIdentity): Record<string, string> {
  return { ...embeddingMeta(embedding), ...chunkingIdentity(chunking) }
}
