import { endianness } from 'node:os'
import { IndexError } from '../errors.js'

const BYTES = Float32Array.BYTES_PER_ELEMENT
const LITTLE_ENDIAN = endianness() === 'LE'

/** What the vectors of one document must fit. */
export interface VectorShape {
  /** Names the document in errors. */
  readonly path: string
  readonly chunks: number
  readonly dim: number
}

/**
 * Returns if `vectors` holds one finite vector a chunk.
 * @throws IndexError `VECTOR_WIDTH`, `VECTOR_NOT_FINITE`
 */
export function checkVectors(vectors: Float32Array, { path, chunks, dim }: VectorShape): void {
  if (vectors.length !== chunks * dim) {
    throw new IndexError({
      code: 'VECTOR_WIDTH',
      message: `${path}: expected ${chunks} vectors of width ${dim} (${chunks * dim} numbers), found ${vectors.length} numbers`,
      remedy: 'Run `pnk sync --rebuild`: the index was built with a model of another width.',
      details: { path, expected: chunks * dim, found: vectors.length },
    })
  }
  // One infinity or NaN makes the sum one too, and float32 numbers cannot overflow a float64 sum.
  let sum = 0
  // Four million numbers in a first build: an iterator would take twice as long.
  for (let i = 0; i < vectors.length; i++) sum += vectors[i] ?? 0
  if (Number.isFinite(sum)) return
  throw new IndexError({
    code: 'VECTOR_NOT_FINITE',
    message: `${path}: the embedding model gave a vector that holds NaN or an infinity`,
    remedy: 'Run `pnk sync` again; if it stays so, choose another [embedding] model.',
    details: { path },
  })
}

/** `vectors` as little-endian float32, row-major; shares memory with `vectors` where the machine allows it. */
export function encodeVectors(vectors: Float32Array): Buffer {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength)
  return LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32()
}

/**
 * Writes the vectors of `blob` into `target` from element `offset` on.
 * @throws IndexError `VECTOR_WIDTH` when the blob does not hold `chunks` vectors of width `dim`.
 */
export function decodeVectors(
  blob: Buffer,
  shape: VectorShape,
  target: { readonly vectors: Float32Array; readonly offset: number },
): void {
  const { path, chunks, dim } = shape
  if (blob.length !== chunks * dim * BYTES) {
    throw new IndexError({
      code: 'VECTOR_WIDTH',
      message: `${path}: expected ${chunks * dim * BYTES} bytes of vectors (${chunks} of width ${dim}), found ${blob.length}`,
      remedy: 'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
      details: { path, expected: chunks * dim * BYTES, found: blob.length },
    })
  }
  const bytes = LITTLE_ENDIAN ? blob : Buffer.from(blob).swap32()
  const { vectors, offset } = target
  new Uint8Array(vectors.buffer, vectors.byteOffset + offset * BYTES, blob.length).set(bytes)
}
