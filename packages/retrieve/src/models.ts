import type { Embedder, Reranker } from '@pinakes/embed'
import type { Manifest } from '@pinakes/manifest'
import type { WantedEmbedding } from './coherence.js'
import type { OpenKbOptions } from './contracts.js'
import { type LazyModel, lazyModel } from './lazy-model.js'

/** The models of one KB. */
export interface KbModels {
  readonly embedder: LazyModel<Embedder>
  /** Null when the manifest asks for none and none was given. */
  readonly reranker: LazyModel<Reranker> | null
  /** The embedder that must have built the index: the given one, else what the manifest names. */
  wanted(): Promise<WantedEmbedding>
}

/** The models that `manifest` names or `options` hands in; nothing is imported before one is asked for. */
export function kbModels(manifest: Manifest, options: OpenKbOptions): KbModels {
  const { embedding } = manifest
  const offline = options.offline ?? false
  const registry = async () => options.providers ?? (await import('@pinakes/embed')).defaultProviders()
  return {
    embedder: lazyModel({
      given: options.embedder,
      load: async () => (await registry()).loadEmbedder(embedding.provider, { ...embedding, offline }),
    }),
    reranker: kbReranker(manifest, options, registry),
    async wanted() {
      if (options.embedder !== undefined) return withoutFingerprint(options.embedder)
      // An index records the provider's own name, a manifest may use another name of it.
      return { ...embedding, provider: (await registry()).ownName(embedding.provider) }
    },
  }
}

function kbReranker(
  { retrieval, rerank }: Manifest,
  options: OpenKbOptions,
  registry: () => Promise<NonNullable<OpenKbOptions['providers']>>,
): LazyModel<Reranker> | null {
  if (retrieval.rerank === 'none' && options.reranker === undefined) return null
  const request = { model: rerank.model, revision: rerank.revision, offline: options.offline ?? false }
  return lazyModel({
    given: options.reranker,
    load: async () => (await registry()).loadReranker(rerank.provider, request),
  })
}

function withoutFingerprint(embedder: Embedder): WantedEmbedding {
  const { provider, model, dim, revision } = embedder.info()
  return { provider, model, dim, revision }
}
