import type { ModelInfo } from './contracts.js'
import { EmbedError } from './errors.js'

/**
 * Nothing if the model's vectors are `dim` numbers wide.
 * @throws EmbedError `EMBED_DIMENSION_MISMATCH`
 */
export function checkDim(info: ModelInfo, dim: number): void {
  if (info.dim === dim) return
  throw new EmbedError({
    code: 'EMBED_DIMENSION_MISMATCH',
    message: `[embedding] dim is ${dim}, but ${info.model} gives vectors of ${info.dim} numbers`,
    remedy: `Set \`dim = ${info.dim}\` in [embedding] of pinakes.toml, then run \`pnk sync --rebuild\`.`,
    details: { model: info.model, expected: dim, found: info.dim },
  })
}
