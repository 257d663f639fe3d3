import { type CodeRows, codeRows } from '../vector/codes.js'
import { seal, unseal } from './sealed-blob.js'
import { littleEndian, setFloats } from './vector-blob.js'

/**
 * Chunk ids that share a page: a place in it fits a byte, and 100 KB at a width of 384 are read in one go, while a
 * small change writes no more than that anew (docs/decisions/0010).
 */
export const PAGE_IDS = 256

/** The page of a chunk. */
export function pageOf(chunkId: number): number {
  return Math.floor(chunkId / PAGE_IDS)
}

/**
 * The stored form of a page: a byte for each chunk that is there (its id less the page's first), ascending; their codes;
 * their scales; their errors; sealed. `vectors` is row-major, `dim` wide, in the same order.
 */
export function encodePage(places: Uint8Array, vectors: Float32Array, dim: number): Buffer {
  const rows = places.length
  const target = {
    codes: new Int8Array(rows * dim),
    scales: new Float32Array(rows),
    errors: new Float32Array(rows),
  }
  codeRows(vectors, dim, target, 0)
  const codes = new Uint8Array(target.codes.buffer)
  return seal(places, codes, littleEndian(target.scales), littleEndian(target.errors))
}

/** A page as it was stored; the parts share memory with the blob. */
export interface CodePage {
  readonly places: Uint8Array
  readonly codes: Buffer
  readonly scales: Buffer
  readonly errors: Buffer
}

/** The parts of a stored page; null if it is not what was written or of another width. */
export function decodePage(blob: Buffer, dim: number): CodePage | null {
  const content = unseal(blob)
  if (content === null) return null
  const rows = content.length / (1 + dim + 8)
  if (!Number.isInteger(rows)) return null
  const at = [rows, rows * (1 + dim), rows * (1 + dim + 4)]
  return {
    places: content.subarray(0, at[0]),
    codes: content.subarray(at[0], at[1]),
    scales: content.subarray(at[1], at[2]),
    errors: content.subarray(at[2]),
  }
}

/** Chunks of a page that follow each other, and where they go. */
export interface PagePiece {
  /** Place of the first of them in the page. */
  readonly place: number
  readonly count: number
  /** Row of the first of them in the table. */
  readonly row: number
}

/** Copies `piece` into `target`, whose rows are `dim` wide; false if the page does not hold all of it. */
export function copyPiece(page: CodePage, { place, count, row }: PagePiece, target: CodeRows): boolean {
  const from = page.places.indexOf(place)
  const to = from + count
  if (from < 0 || page.places[to - 1] !== place + count - 1) return false
  const dim = page.codes.length / page.places.length
  new Uint8Array(target.codes.buffer, target.codes.byteOffset).set(
    page.codes.subarray(from * dim, to * dim),
    row * dim,
  )
  setFloats(target.scales, page.scales.subarray(from * 4, to * 4), row)
  setFloats(target.errors, page.errors.subarray(from * 4, to * 4), row)
  return true
}
