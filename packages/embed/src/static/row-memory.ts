import { KERNEL_BASE64 } from './kernel-bytes.js'
import { readFully } from './read-fully.js'
import type { TableHeader } from './table-header.js'
import { Instance, Memory, Module, type WebAssemblyModule } from './webassembly.js'

const PAGE = 65_536
/** Rows are read this many at a time, when the first of them is needed: 64 KB of 256-number rows. */
const BLOCK_ROWS = 256
/** Ids handed to the kernel at once. */
const BATCH = 4096

type DotRows = (row: number, rows: number, dim: number, ids: number, count: number, out: number) => void
type AddRows = (rows: number, scales: number, dim: number, ids: number, count: number, sum: number) => void

let compiled: WebAssemblyModule | undefined

/**
 * The rows of a table in the kernel's memory. A query needs a dozen rows of 30,000, so blocks of rows are read from
 * the file when one of them is first asked for, and stay.
 */
export class RowMemory {
  readonly #header: TableHeader
  readonly #descriptor: number
  readonly #bytes: Uint8Array
  readonly #loaded: Uint8Array
  readonly #ids: Uint32Array
  readonly #sum: Float32Array
  readonly #products: Int32Array
  readonly #addRows: AddRows
  readonly #dotRows: DotRows
  readonly #scales: Float32Array

  /** `scales` is `[vocabularySize]`; the descriptor stays the caller's to close. */
  constructor(header: TableHeader, descriptor: number, scales: Float32Array) {
    const rowBytes = aligned(header.vocabularySize * header.dim)
    const scaleBytes = aligned(4 * header.vocabularySize)
    const sumAt = rowBytes + scaleBytes + 4 * BATCH
    const productsAt = sumAt + 4 * header.dim
    const total = productsAt + 4 * BATCH
    const memory = new Memory({ initial: Math.ceil(total / PAGE) })
    compiled ??= new Module(Buffer.from(KERNEL_BASE64, 'base64'))
    const instance = new Instance(compiled, { host: { memory } })
    const kernel = instance.exports as { add_rows: AddRows; dot_rows: DotRows }
    this.#addRows = kernel.add_rows
    this.#dotRows = kernel.dot_rows
    this.#header = header
    this.#descriptor = descriptor
    this.#bytes = new Uint8Array(memory.buffer, 0, header.vocabularySize * header.dim)
    this.#loaded = new Uint8Array(Math.ceil(header.vocabularySize / BLOCK_ROWS))
    this.#scales = new Float32Array(memory.buffer, rowBytes, header.vocabularySize)
    this.#scales.set(scales)
    this.#ids = new Uint32Array(memory.buffer, rowBytes + scaleBytes, BATCH)
    this.#sum = new Float32Array(memory.buffer, sumAt, header.dim)
    this.#products = new Int32Array(memory.buffer, productsAt, BATCH)
  }

  /**
   * The sum of the rows of `ids`, each id below the vocabulary size, times their scales: `[dim]`, in a view that
   * holds until the next call.
   */
  sum(ids: Uint32Array): Float32Array {
    this.#sum.fill(0)
    for (let start = 0; start < ids.length; start += BATCH) {
      const count = this.#handOver(ids.subarray(start, start + BATCH))
      this.#addRows(
        0,
        this.#scales.byteOffset,
        this.#header.dim,
        this.#ids.byteOffset,
        count,
        this.#sum.byteOffset,
      )
    }
    return this.#sum
  }

  /**
   * The dot products of each of `ids` with each of `others`, before scales: exact integers, `[ids, others]` row-major.
   * A scale falls out of a cosine.
   */
  products(ids: Uint32Array, others: Uint32Array): Int32Array {
    const { dim } = this.#header
    const all = new Int32Array(ids.length * others.length)
    for (const id of ids) this.#need(id)
    for (let start = 0; start < others.length; start += BATCH) {
      const count = this.#handOver(others.subarray(start, start + BATCH))
      for (const [i, id] of ids.entries()) {
        this.#dotRows(id * dim, 0, dim, this.#ids.byteOffset, count, this.#products.byteOffset)
        all.set(this.#products.subarray(0, count), i * others.length + start)
      }
    }
    return all
  }

  /** The scale of each row: what one of its numbers is worth. */
  scale(id: number): number {
    return this.#scales[id] ?? 0
  }

  /** Puts at most {@link BATCH} ids where the kernel reads them, and their rows into memory; says how many. */
  #handOver(ids: Uint32Array): number {
    for (const id of ids) this.#need(id)
    this.#ids.set(ids)
    return ids.length
  }

  #need(id: number): void {
    if (this.#loaded[id >>> 8] === 0) this.#load(id >>> 8)
  }

  #load(block: number): void {
    const start = block * BLOCK_ROWS * this.#header.dim
    const target = this.#bytes.subarray(start, start + BLOCK_ROWS * this.#header.dim)
    readFully(this.#descriptor, target, this.#header.rowsOffset + start)
    this.#loaded[block] = 1
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64
}
