import type { TokenBatch } from './token-batch.js'

/** A result of a run: row-major, of that shape. */
export interface ModelOutput {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

/** A loaded graph: the few calls that embedding and reranking need, so that neither knows which library runs it. */
export interface ModelRuntime {
  /**
   * What `read` makes of the output for the batch. The output's memory is released when `read` returns: copy what has
   * to stay.
   */
  run<Result>(batch: TokenBatch, read: (output: ModelOutput) => Result): Promise<Result>
  /** Releases the graph; to be called once. */
  close(): Promise<void>
}
