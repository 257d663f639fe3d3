import { EmbedError } from './errors.js'

/** The refusal of a call on a model that was closed. */
export function closedModel(model: string): EmbedError {
  return new EmbedError({
    code: 'EMBED_CLOSED',
    message: `The model ${model} was closed`,
    remedy: 'Load it again before using it.',
  })
}
