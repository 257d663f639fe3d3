import { isModuleInstalled, quote } from '@pinakes/manifest'
import type { Embedder, LoadRequest, Provider, Reranker } from './contracts.js'
import { checkDim } from './dimension.js'
import { EmbedError } from './errors.js'

/** What a provider can be asked to load. */
export type ModelKind = 'embedder' | 'reranker'

/**
 * The model providers of this installation, by name and alias. It is open: anyone may register more. Every question
 * but the two loaders is answered without importing a model runtime.
 */
export class ProviderRegistry {
  readonly #providers: Provider[] = []
  readonly #byName = new Map<string, Provider>()

  /** @throws EmbedError `EMBED_BACKEND_DUPLICATE` as {@link ProviderRegistry.register} does. */
  constructor(providers: readonly Provider[] = []) {
    for (const provider of providers) this.register(provider)
  }

  /** @throws EmbedError `EMBED_BACKEND_DUPLICATE` if one of its names is taken; then nothing is registered. */
  register(provider: Provider): void {
    const names = [provider.name, ...provider.aliases]
    for (const name of names) {
      const other = this.#byName.get(name)
      if (other !== undefined || names.indexOf(name) !== names.lastIndexOf(name)) {
        throw duplicate(name, other ?? provider, provider)
      }
    }
    for (const name of names) this.#byName.set(name, provider)
    this.#providers.push(provider)
  }

  /** Every name and alias, sorted by code point. */
  names(): readonly string[] {
    return [...this.#byName.keys()].sort()
  }

  /** True if `name` is a name or an alias. */
  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /**
   * The provider of that name or alias; case matters.
   * @throws EmbedError `EMBED_BACKEND_UNKNOWN`
   */
  find(name: string): Provider {
    const provider = this.#byName.get(name)
    if (provider === undefined) throw unknown(name, this.names())
    return provider
  }

  /** The provider's own name, where `name` is that or an alias of it; a name that nobody here answers to as it is. */
  ownName(name: string): string {
    return this.#byName.get(name)?.name ?? name
  }

  /**
   * Whether the runtime that the provider needs can be resolved; nothing is loaded.
   * @throws EmbedError `EMBED_BACKEND_UNKNOWN`
   */
  isInstalled(name: string): boolean {
    return runtimeIsThere(this.find(name))
  }

  /**
   * The embedder, checked against `request.dim`. The caller closes it.
   * @throws EmbedError `EMBED_BACKEND_UNKNOWN`, `EMBED_BACKEND_MISSING`, `EMBED_KIND_UNSUPPORTED`,
   * `EMBED_DIMENSION_MISMATCH`, and what the provider's loader throws
   */
  async loadEmbedder(name: string, request: LoadRequest): Promise<Embedder> {
    const provider = this.#ready(name, 'embedder')
    const embedder = await provider.loadEmbedder?.(request)
    if (embedder === undefined) throw unsupported(provider, 'embedder')
    try {
      checkDim(embedder.info(), request.dim)
    } catch (error) {
      await embedder.close()
      throw error
    }
    return embedder
  }

  /**
   * The reranker. The caller closes it.
   * @throws EmbedError `EMBED_BACKEND_UNKNOWN`, `EMBED_BACKEND_MISSING`, `EMBED_KIND_UNSUPPORTED`, and what the
   * provider's loader throws
   */
  async loadReranker(name: string, request: Omit<LoadRequest, 'dim'>): Promise<Reranker> {
    const provider = this.#ready(name, 'reranker')
    const reranker = await provider.loadReranker?.(request)
    if (reranker === undefined) throw unsupported(provider, 'reranker')
    return reranker
  }

  #ready(name: string, kind: ModelKind): Provider {
    const provider = this.find(name)
    if (!loads(provider, kind)) throw unsupported(provider, kind)
    if (!runtimeIsThere(provider)) throw missing(provider, this.#installedSibling(provider, kind))
    return provider
  }

  /** Another provider that loads models of the kind and whose own runtime is installed, if there is one. */
  #installedSibling(absent: Provider, kind: ModelKind): Provider | undefined {
    return this.#providers.find(
      (other) =>
        other !== absent && other.requires !== undefined && loads(other, kind) && runtimeIsThere(other),
    )
  }
}

function loads(provider: Provider, kind: ModelKind): boolean {
  return (kind === 'embedder' ? provider.loadEmbedder : provider.loadReranker) !== undefined
}

function runtimeIsThere({ requires }: Provider): boolean {
  if (requires === undefined) return true
  const modules = [requires.module, ...(requires.alternatives ?? [])]
  return modules.some((module) => isModuleInstalled(module, import.meta.url))
}

function unknown(name: string, known: readonly string[]): EmbedError {
  return new EmbedError({
    code: 'EMBED_BACKEND_UNKNOWN',
    message: `There is no model provider ${quote(name)}; known are ${known.join(', ') || 'none'}`,
    remedy: 'Set `provider` in pinakes.toml to one of the known names.',
    details: { name, known },
  })
}

function missing(provider: Provider, sibling: Provider | undefined): EmbedError {
  const module = provider.requires?.module ?? ''
  const install = provider.requires?.install ?? ''
  const other = sibling === undefined ? '' : `, or use the installed provider: provider = "${sibling.name}"`
  return new EmbedError({
    code: 'EMBED_BACKEND_MISSING',
    message: `The model provider ${provider.name} needs ${module}, which is not installed`,
    remedy: `Install it: ${install}${other}`,
    details: { name: provider.name, module, install, sibling: sibling?.name ?? null },
  })
}

function unsupported(provider: Provider, kind: ModelKind): EmbedError {
  return new EmbedError({
    code: 'EMBED_KIND_UNSUPPORTED',
    message: `The model provider ${provider.name} has no ${kind}s`,
    remedy: `Name another provider for the ${kind} in pinakes.toml.`,
    details: { name: provider.name, kind },
  })
}

function duplicate(name: string, first: Provider, second: Provider): EmbedError {
  return new EmbedError({
    code: 'EMBED_BACKEND_DUPLICATE',
    message: `Two model providers answer to ${quote(name)}: ${first.name} and ${second.name}`,
    remedy: 'Register each name and alias once.',
    details: { name },
  })
}
