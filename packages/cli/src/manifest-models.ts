import { defaultProviders } from '@pinakes/embed'
import { findKbRoot, loadManifest, type Manifest } from '@pinakes/manifest'

/** A model of the hub, as a manifest names it. */
export interface HubModel {
  readonly model: string
  readonly revision: string | null
}

/**
 * The models that the knowledge base around `path` needs from the hub.
 * @throws ManifestError; EmbedError `EMBED_BACKEND_UNKNOWN`
 */
export function manifestModels(path: string | undefined): readonly HubModel[] {
  return hubModels(loadManifest(findKbRoot(path ?? '.')))
}

/**
 * The models that a manifest needs from the hub: its embedder, and its reranker if it uses one. Models that come with a
 * package are not among them.
 * @throws EmbedError `EMBED_BACKEND_UNKNOWN`
 */
export function hubModels(manifest: Manifest): readonly HubModel[] {
  const providers = defaultProviders()
  // A provider that needs no runtime brings its weights in a package.
  return namedModels(manifest)
    .filter(({ provider }) => providers.find(provider).requires !== undefined)
    .map(({ model, revision }) => ({ model, revision }))
}

/** What a manifest runs: its embedder, and its reranker if it uses one. */
export function namedModels({ embedding, rerank, retrieval }: Manifest) {
  return retrieval.rerank === 'local' ? [embedding, rerank] : [embedding]
}
