import { EmbedError } from '../errors.js'

/** A failure of the model's runtime as ours; an error of ours stays as it is. */
export function runFailed(cause: unknown): EmbedError {
  if (cause instanceof EmbedError) return cause
  return new EmbedError({
    code: 'EMBED_RUN_FAILED',
    message: `The model runtime failed: ${cause instanceof Error ? cause.message : String(cause)}`,
    remedy: 'Check the weights with `pnk models verify`; with too little memory, close other programs.',
    cause,
  })
}
