import { endianness } from 'node:os'
import { IndexError } from '../errors.js'
import { damagedVectors, seal, unseal } from './sealed-blob.js'
import type { Database } from './sqlite.js'

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

/** `vector` as it is stored: little-endian float32, sealed. */
export function encodeVector(vector: Float32Array): Buffer {
  return seal(littleEndian(vector))
}

/** The bytes of `numbers`, little-endian; shares memory with them where the machine is. */
export function littleEndian(numbers: Float32Array): Buffer {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32()
}

/** Sets the numbers of `bytes`, little-endian float32, in `target` from its element `at` on. */
export function setFloats(target: Float32Array, bytes: Buffer, at: number): void {
  const native = LITTLE_ENDIAN ? bytes : Buffer.from(bytes).swap32()
  new Uint8Array(target.buffer, target.byteOffset + at * BYTES, bytes.length).set(native)
}

/** A row of `embeddings`. */
export interface StoredVector {
  readonly chunk: number
  readonly vector: Buffer
}

/** A vector of something else than a chunk; `owner` names it in errors. */
export interface OwnedVector {
  readonly owner: string
  readonly vector: Buffer
}

/** Where {@link decodeVector} writes: the row `row` of `vectors`, which are `dim` wide. */
export interface VectorPlace {
  readonly vectors: Float32Array
  readonly dim: number
  readonly row: number
}

/**
 * Writes a stored vector to its place.
 * @throws IndexError `VECTOR_WIDTH` when it has another width, `INDEX_DAMAGED` when it is not what was written.
 */
export function decodeVector(
  database: Database,
  stored: StoredVector | OwnedVector,
  { vectors, dim, row }: VectorPlace,
): void {
  const content = unseal(stored.vector)
  if (content === null) throw damagedVectors(database, `the vector of ${nameOf(stored)} has another checksum`)
  if (content.length !== dim * BYTES) throw storedWidth(stored, content.length / BYTES, dim)
  setFloats(vectors, content, row * dim)
}

function nameOf(stored: StoredVector | OwnedVector): string {
  return 'owner' in stored ? stored.owner : `chunk ${stored.chunk}`
}

function storedWidth(stored: StoredVector | OwnedVector, found: number, expected: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `The vector of ${nameOf(stored)} has width ${found}, the index says ${expected}`,
    remedy: 'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
    details: { ...('chunk' in stored ? { chunk: stored.chunk } : { owner: stored.owner }), expected, found },
  })
}
