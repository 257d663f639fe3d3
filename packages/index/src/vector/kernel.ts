import { KERNEL_BASE64 } from './kernel-bytes.js'
import { Instance, Module, type WebAssemblyMemory } from './webassembly.js'

/**
 * Scores `count` rows of `dim` numbers. All pointers are byte offsets into the memory; `allowed` 0 lets every row
 * through. See `wat/dot-products.wat`.
 */
export type ScanFunction = (
  rows: number,
  count: number,
  dim: number,
  query: number,
  allowed: number,
  scores: number,
) => void

/**
 * Turns `count` scores of `scan_i8` in place into float32: `score * scale * factor + error`, or NaN for rows that were
 * left out.
 */
export type BoundFunction = (
  scores: number,
  count: number,
  scales: number,
  errors: number,
  factor: number,
) => void

export interface Kernel {
  readonly scan_f32: ScanFunction
  readonly scan_i8: ScanFunction
  readonly bound_i8: BoundFunction
}

let compiled: object | undefined

/** The kernel over a memory of the caller; compiled once in a process, on first use (under a millisecond). */
export function kernelOver(memory: WebAssemblyMemory): Kernel {
  compiled ??= new Module(Buffer.from(KERNEL_BASE64, 'base64'))
  return new Instance(compiled, { host: { memory } }).exports as Kernel
}
