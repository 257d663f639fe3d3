import type { Adjacency } from './adjacency.js'

/** The part of a walk's mass that follows edges in each step; the rest returns to where walks begin. */
export const DAMPING = 0.5
/** A walk has settled when a step moves less than this, summed over all nodes. */
export const TOLERANCE = 1e-6
export const MAX_ITERATIONS = 50

export interface PageRank {
  /** `[nodes]`, how much of an endless walk is spent at a node; sums to 1. */
  readonly scores: Float64Array
  /** Steps that were taken, 1 to {@link MAX_ITERATIONS}. */
  readonly iterations: number
}

/**
 * Personalised PageRank (Page et al. 1999, §6; Haveliwala, WWW 2002) by power iteration:
 * `p = (1 - 0.5) r + 0.5 W p` from `p = r`, with `W` the column-normalised weights of `adjacency`. What a node without
 * edges holds returns to `r`. Float64, nodes in their fixed order: the same graph gives the same bits. `reset`,
 * `[nodes]`, is not negative and sums to 1, so that the error is below {@link TOLERANCE} where a walk settles: each step
 * halves it at least.
 */
export function personalisedPageRank(adjacency: Adjacency, reset: Float64Array): PageRank {
  if (reset.length !== adjacency.nodes)
    throw new RangeError(`${reset.length} reset values for ${adjacency.nodes} nodes`)
  let scores = reset.slice()
  let next = new Float64Array(reset.length)
  for (let iterations = 1; ; iterations++) {
    const change = step(adjacency, reset, scores, next)
    ;[scores, next] = [next, scores]
    if (change < TOLERANCE || iterations === MAX_ITERATIONS) return { scores, iterations }
  }
}

/** One step from `from` into `to`; the sum of absolute changes. The hot loop of the channel: four arrays, no objects. */
function step(
  { nodes, offsets, neighbours, shares, dangling }: Adjacency,
  reset: Float64Array,
  from: Float64Array,
  to: Float64Array,
): number {
  let lost = 0
  for (let i = 0; i < nodes; i++) if (dangling[i] === 1) lost += from[i] as number
  const returning = 1 - DAMPING + DAMPING * lost
  let change = 0
  for (let i = 0; i < nodes; i++) {
    let flow = 0
    const end = offsets[i + 1] as number
    for (let at = offsets[i] as number; at < end; at++)
      flow += (shares[at] as number) * (from[neighbours[at] as number] as number)
    const value = returning * (reset[i] as number) + DAMPING * flow
    change += Math.abs(value - (from[i] as number))
    to[i] = value
  }
  return change
}
