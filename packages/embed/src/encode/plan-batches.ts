import type { Precision } from '../profile/model-name.js'

/** How much one run of the model may hold. */
export interface BatchLimits {
  /** Most tokens in a batch, padding included; a single longer sequence is a batch of its own. */
  readonly maxTokens: number
  readonly maxRows: number
}

/**
 * Batches of indexes into `lengths`, longest sequences first, so that hardly anything is padded and the runtime's
 * memory is at its largest from the start. Every index is in exactly one batch; ties keep their order.
 */
export function planBatches(lengths: readonly number[], { maxTokens, maxRows }: BatchLimits): number[][] {
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))
  const batches: number[][] = []
  let batch: number[] = []
  let columns = 0
  for (const index of order) {
    if (batch.length === maxRows || (batch.length > 0 && (batch.length + 1) * columns > maxTokens)) {
      batches.push(batch)
      batch = []
    }
    if (batch.length === 0) columns = lengths[index] ?? 0
    batch.push(index)
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

/**
 * The batches of a precision. Eight-bit weights are multiplied with activations that the graph scales by the largest
 * value of the whole batch, so that company would change a vector (cosine 0.998): such texts run one by one, which
 * costs them little, as nothing is padded.
 */
export function batchLimits(precision: Precision, limits: BatchLimits): BatchLimits {
  return precision === 'int8' ? { ...limits, maxRows: 1 } : limits
}
