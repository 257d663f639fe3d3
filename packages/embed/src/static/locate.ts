import { createRequire } from 'node:module'
import { EmbedError } from '../errors.js'

/** The static models of this release: the package that carries each and the file in it. */
const STATIC_MODELS: Readonly<Record<string, { readonly package: string; readonly file: string }>> = {
  'pinakes/static-en': { package: '@pinakes/model-static-en', file: 'data/static-en.bin' },
}

/** Where the model's package should be; tells one model from another without opening anything. */
export interface StaticModelPackage {
  readonly model: string
  readonly package: string
  readonly file: string
}

/**
 * The package that carries the model.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`
 */
export function staticModelPackage(model: string): StaticModelPackage {
  const found = Object.hasOwn(STATIC_MODELS, model) ? STATIC_MODELS[model] : undefined
  if (found !== undefined) return { model, ...found }
  const known = Object.keys(STATIC_MODELS)
  throw new EmbedError({
    code: 'EMBED_MODEL_UNKNOWN',
    message: `The provider static has no model ${JSON.stringify(model)}; it has ${known.join(', ')}`,
    remedy: `Set \`model = "${known[0]}"\` in [embedding] of pinakes.toml, or name another provider.`,
    details: { model, known },
  })
}

/**
 * The path of the model's table, by module resolution from this package.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN`; `EMBED_MODEL_MISSING` if its package is not installed
 */
export function locateStaticModel(model: string): string {
  const carrier = staticModelPackage(model)
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
