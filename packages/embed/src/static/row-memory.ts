import { KERNEL_BASE64 } from './kernel-bytes.js'
import { readFully } from './read-fully.js'
import type { TableHeader } from './table-header.js'
import { Instance, Memory, Module, type WebAssemblyModule } from './webassembly.js'

const PAGE = 65_536
/** Rows are read this many at a time, when the first of them is needed: 64 KB of 256-number rows. */
const BLOCK_ROWS = 256
/** Ids handed to the kernel at once. */
const BATCH = 4096

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
  readonly #addRows: AddRows
  readonly #scalesAt: number

  /** `scales` is `[vocabularySize]`; the descriptor stays the caller's to close. */
  constructor(header: TableHeader, descriptor: number, scales: Float32Array) {
    const rowBytes = aligned(header.vocabularySize * header.dim)
    const scaleBytes = aligned(4 * header.vocabularySize)
    const total = rowBytes + scaleBytes + 4 * BATCH + 4 * header.dim
    const memory = new Memory({ initial: Math.ceil(total / PAGE) })
    compiled ??= new Module(Buffer.from(KERNEL_BASE64, 'base64'))
    const instance = new Instance(compiled, { host: { memory } })
    this.#addRows = (instance.exports as { add_rows: AddRows }).add_rows
    this.#header = header
    this.#descriptor = descriptor
    this.#bytes = new Uint8Array(memory.buffer, 0, header.vocabularySize * header.dim)
    this.#loaded = new Uint8Array(Math.ceil(header.vocabularySize / BLOCK_ROWS))
    this.#scalesAt = rowBytes
    new Float32Array(memory.buffer, rowBytes, header.vocabularySize).set(scales)
    this.#ids = new Uint32Array(memory.buffer, rowBytes + scaleBytes, BATCH)
    this.#sum = new Float32Array(memory.buffer, rowBytes + scaleBytes + 4 * BATCH, header.dim)
  }

  /**
   * The sum of the rows of `ids`, each id below the vocabulary size, times their scales: `[dim]`, in a view that
   * holds until the next call.
   */
  sum(ids: Uint32Array): Float32Array {
    this.#sum.fill(0)
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.subarray(start, start + BATCH)
      for (const id of batch) if (this.#loaded[id >>> 8] === 0) this.#load(id >>> 8)
      this.#ids.set(batch)
      const { dim } = this.#header
      this.#addRows(0, this.#scalesAt, dim, this.#ids.byteOffset, batch.length, this.#sum.byteOffset)
    }
    return this.#sum
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
