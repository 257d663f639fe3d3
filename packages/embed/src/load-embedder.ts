import type { Embedder, LoadRequest } from './contracts.js'
import { onnxProvider } from './onnx/provider.js'
import { ProviderRegistry } from './registry.js'
import { staticProvider } from './static/provider.js'
import { transformersProvider } from './transformers/provider.js'

/** The model a new knowledge base is stamped with: it needs no download, no native runtime and no network. */
export const DEFAULT_STATIC_MODEL = { provider: 'static', model: 'pinakes/static-en', dim: 256 } as const

/** The reranker beside it: it reads with the same table. */
export const DEFAULT_STATIC_RERANKER = { provider: 'static', model: 'pinakes/static-rerank-en' } as const

/** A new registry of the providers that this package brings; more may be registered on it. */
export function defaultProviders(): ProviderRegistry {
  return new ProviderRegistry([staticProvider, onnxProvider, transformersProvider])
}

/**
 * The embedder that the manifest names, checked against its `dim`. The caller closes it.
 * @throws EmbedError as {@link ProviderRegistry.loadEmbedder} does
 */
export async function loadEmbedder(
  request: LoadRequest & { readonly provider: string },
  providers: ProviderRegistry = defaultProviders(),
): Promise<Embedder> {
  return providers.loadEmbedder(request.provider, request)
}
