import { EmbedError } from '../errors.js'
import type { Pooling } from '../profile/known-families.js'
import type { ModelOutput } from './model-runtime.js'
import type { TokenBatch } from './token-batch.js'

/**
 * The vectors of a batch, row-major `[rows, dim]`, each of length 1. `output` is `[rows, columns, dim]`, or
 * `[rows, dim]` if the graph pools by itself; CLS takes the first token, mean the average of those that are not
 * padding (Reimers and Gurevych 2019).
 * @throws EmbedError `EMBED_MODEL_UNSUPPORTED` for another shape, `EMBED_RUN_FAILED` if a vector is not finite
 */
export function poolVectors(output: ModelOutput, batch: TokenBatch, pooling: Pooling): Float32Array {
  const dim = output.dims.at(-1) ?? 0
  if (!isPoolable(output, batch)) throw unpoolable(output, batch)
  const vectors = new Float32Array(batch.rows * dim)
  for (let row = 0; row < batch.rows; row++) {
    const target = vectors.subarray(row * dim, (row + 1) * dim)
    if (output.dims.length === 2) target.set(output.data.subarray(row * dim, (row + 1) * dim))
    else if (pooling === 'cls') target.set(firstToken(output.data, batch, row, dim))
    else addTokens(output.data, batch, row, target)
    normalize(target)
  }
  return vectors
}

function isPoolable({ data, dims }: ModelOutput, { rows, columns }: TokenBatch): boolean {
  const expected = dims.length === 3 ? [rows, columns, dims[2] ?? 0] : [rows, dims[1] ?? 0]
  if (dims.length !== expected.length || expected.some((size, axis) => size !== dims[axis])) return false
  return data.length === expected.reduce((product, size) => product * size, 1)
}

function firstToken(data: Float32Array, { columns }: TokenBatch, row: number, dim: number): Float32Array {
  const start = row * columns * dim
  return data.subarray(start, start + dim)
}

/** The sum stands for the mean: both have one direction. */
function addTokens(data: Float32Array, batch: TokenBatch, row: number, target: Float32Array): void {
  const dim = target.length
  for (let column = 0; column < batch.columns; column++) {
    if (batch.attentionMask[row * batch.columns + column] === 0n) continue
    const start = (row * batch.columns + column) * dim
    for (let i = 0; i < dim; i++) target[i] = (target[i] ?? 0) + (data[start + i] ?? 0)
  }
}

function normalize(vector: Float32Array): void {
  let squares = 0
  for (const value of vector) squares += value * value
  if (!(squares > 0 && Number.isFinite(squares))) throw notFinite(squares)
  const scale = 1 / Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale
}

function unpoolable({ dims }: ModelOutput, { rows, columns }: TokenBatch): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The model's output has the shape [${dims.join(', ')}]; expected [${rows}, ${columns}, width]`,
    remedy: 'Name a sentence encoder in pinakes.toml, for example BAAI/bge-small-en-v1.5.',
    details: { dims },
  })
}

function notFinite(squares: number): EmbedError {
  return new EmbedError({
    code: 'EMBED_RUN_FAILED',
    message: `The model gave a vector whose squared length is ${squares}; expected a positive number`,
    remedy: 'Check the weights with `pnk models verify`; if they are whole, name another model or precision.',
  })
}
