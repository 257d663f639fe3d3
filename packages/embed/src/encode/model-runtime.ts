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

/** Which output of a graph is wanted: the first of these names, else the first output of that many axes. */
export interface WantedOutput {
  readonly names: readonly string[]
  readonly axes: number
}

/** A sentence encoder's token states, `[rows, columns, width]`. */
export const TOKEN_STATES: WantedOutput = { names: ['last_hidden_state', 'token_embeddings'], axes: 3 }

/** A cross-encoder's scores, `[rows, 1]`. */
export const LOGITS: WantedOutput = { names: ['logits'], axes: 2 }
