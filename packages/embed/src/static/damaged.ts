import { EmbedError } from '../errors.js'

/** The refusal of a table file that is there and cannot be right. */
export function damagedTable(path: string, fault: string, cause?: unknown): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_DAMAGED',
    message: `The model file ${path} is damaged: ${fault}`,
    remedy: 'Install its package again: npm install --force @pinakes/model-static-en',
    details: { path, fault },
    cause,
  })
}
