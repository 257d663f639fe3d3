import { createRequire } from 'node:module'
import { EmbedError } from '../errors.js'
import type { ModelKind } from '../registry.js'

/** The table of the manifest that names a model of the kind. */
export const SECTIONS: Readonly<Record<ModelKind, string>> = { embedder: 'embedding', reranker: 'rerank' }

const TABLE_EN = { package: '@pinakes/model-static-en', file: 'data/static-en.bin' }

interface Carrier {
  readonly kind: ModelKind
  readonly package: string
  readonly file: string
}

/** The static models of this release: the package that carries each and the file in it. */
const STATIC_MODELS: Readonly<Record<string, Carrier>> = {
  'pinakes/static-en': { kind: 'embedder', ...TABLE_EN },
  'pinakes/static-rerank-en': { kind: 'reranker', ...TABLE_EN },
}

/** Where the model's package should be; tells one model from another without opening anything. */
export interface StaticModelPackage extends Carrier {
  readonly model: string
}

/** True if the model comes with a package of this release. */
export function isStaticModel(model: string): boolean {
  return Object.hasOwn(STATIC_MODELS, model)
}

/**
 * The package that carries the model, which must be of that kind if one is named.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`
 */
export function staticModelPackage(model: string, wanted?: ModelKind): StaticModelPackage {
  const found = isStaticModel(model) ? STATIC_MODELS[model] : undefined
  const kind = wanted ?? found?.kind ?? 'embedder'
  if (found?.kind === kind) return { model, ...found }
  const known = Object.keys(STATIC_MODELS).filter((name) => STATIC_MODELS[name]?.kind === kind)
  throw new EmbedError({
    code: 'EMBED_MODEL_UNKNOWN',
    message: `The provider static has no ${kind} ${JSON.stringify(model)}; it has ${known.join(', ')}`,
    remedy: `Set \`model = "${known[0]}"\` in [${SECTIONS[kind]}] of pinakes.toml, or name another provider.`,
    details: { model, known },
  })
}

/**
 * The path of the model's table, by module resolution from this package.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`; `EMBED_MODEL_MISSING` if its package is not installed
 */
export function locateStaticModel(model: string, kind?: ModelKind): string {
  const carrier = staticModelPackage(model, kind)
  try {
    return createRequire(import.meta.url).resolve(`${carrier.package}/${carrier.file}`)
  } catch (cause) {
    throw missingModel(carrier, cause)
  }
}

/** The package is not there, or is there without its file. */
export function missingModel(carrier: StaticModelPackage, cause?: unknown): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_MISSING',
    message: `The model ${carrier.model} is not installed: there is no ${carrier.package}/${carrier.file}`,
    remedy: `Install it: npm install ${carrier.package}`,
    details: { model: carrier.model, package: carrier.package },
    cause,
  })
}
