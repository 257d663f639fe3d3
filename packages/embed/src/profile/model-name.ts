import { quote, shorten } from '@pinakes/manifest'
import { EmbedError } from '../errors.js'

/** How the weights are stored. */
export type Precision = 'float32' | 'int8'

/** What the `model` key of a manifest means to the transformer providers. */
export interface ModelName {
  /** As written, precision included: what the index records. */
  readonly model: string
  /** The Hugging Face repository. */
  readonly repo: string
  readonly precision: Precision
}

/** Repositories without int8 weights, and where their int8 export is published. */
const INT8_EXPORTS = /^BAAI\/(bge-(?:small|base|large)-en-v1\.5|bge-reranker-(?:base|large))$/

/**
 * Reads `organisation/name`, or `organisation/name:int8` for the file with eight-bit weights. The suffix is part of
 * the model's identity, so an index, and a calibration, of one precision is refused by the other.
 * @throws EmbedError `EMBED_MODEL_UNKNOWN` for another suffix
 */
export function parseModelName(model: string): ModelName {
  const colon = model.indexOf(':')
  if (colon < 0) return { model, repo: model, precision: 'float32' }
  const repo = model.slice(0, colon)
  if (model.slice(colon + 1) !== 'int8') throw unknownPrecision(model, repo)
  return { model, repo: repo.replace(INT8_EXPORTS, 'Xenova/$1'), precision: 'int8' }
}

function unknownPrecision(model: string, repo: string): EmbedError {
  const shown = shorten(repo)
  return new EmbedError({
    code: 'EMBED_MODEL_UNKNOWN',
    message: `${quote(model)} names no model: after the colon only int8 is known`,
    remedy: `Write \`model = "${shown}:int8"\`, or \`model = "${shown}"\` for float32 weights.`,
    details: { model },
  })
}
