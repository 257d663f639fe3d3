/** The edges of an undirected graph, each once: `from[i]` and `to[i]` are joined with `weights[i]` > 0. */
export interface EdgeList {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly weights: Float64Array
}

/**
 * An undirected weighted graph as the transition matrix of a walk on it, in compressed rows. The neighbours of node `i`
 * stand from `offsets[i]` to `offsets[i + 1]` in ascending order; `shares` says which part of what a *neighbour* holds
 * flows to `i` (a column of the matrix sums to 1, or to 0 for a node without edges).
 */
export interface Adjacency {
  readonly nodes: number
  /** `[nodes + 1]` */
  readonly offsets: Uint32Array
  readonly neighbours: Uint32Array
  readonly shares: Float64Array
  /** `[nodes]`, 1 where a node has no edge: what it holds would be lost in a walk. */
  readonly dangling: Uint8Array
}

/**
 * The adjacency of `nodes` nodes. Parallel edges add up; an edge from a node to itself is left out. The order of the
 * list has no say in the result but for the order in which parallel edges are added.
 * @throws RangeError for an end that is no node, or a weight that is not above 0
 */
export function toAdjacency(nodes: number, edges: EdgeList): Adjacency {
  const { offsets, neighbours, weights } = sortRows(nodes, fillRows(nodes, edges))
  const strength = rowSums(nodes, offsets, weights)
  const shares = weights.map((weight, at) => weight / (strength[neighbours[at] ?? 0] ?? 1))
  const dangling = Uint8Array.from(strength, (sum) => (sum > 0 ? 0 : 1))
  return { nodes, offsets, neighbours, shares, dangling }
}

interface Rows {
  readonly offsets: Uint32Array
  readonly neighbours: Uint32Array
  readonly weights: Float64Array
}

/** Every edge at both of its ends, in the order of the list. */
function fillRows(nodes: number, { from, to, weights }: EdgeList): Rows {
  const offsets = new Uint32Array(nodes + 1)
  for (let i = 0; i < from.length; i++) {
    const [a, b] = [from[i] ?? nodes, to[i] ?? nodes]
    if (a >= nodes || b >= nodes || !((weights[i] ?? 0) > 0))
      throw new RangeError(`edge ${i} joins ${a} and ${b} of ${nodes} nodes with weight ${weights[i]}`)
    if (a === b) continue
    offsets[a + 1] = (offsets[a + 1] ?? 0) + 1
    offsets[b + 1] = (offsets[b + 1] ?? 0) + 1
  }
  for (let i = 0; i < nodes; i++) offsets[i + 1] = (offsets[i + 1] ?? 0) + (offsets[i] ?? 0)
  const rows = emptyRows(offsets)
  const put = placer(rows)
  for (let i = 0; i < from.length; i++) {
    const [a, b, weight] = [from[i] ?? 0, to[i] ?? 0, weights[i] ?? 0]
    if (a === b) continue
    put(a, b, weight)
    put(b, a, weight)
  }
  return rows
}

/** The matrix is its own transpose, and transposing puts every row in ascending order. */
function sortRows(nodes: number, rows: Rows): Rows {
  const sorted = emptyRows(rows.offsets)
  const put = placer(sorted)
  for (let row = 0; row < nodes; row++) {
    for (let at = rows.offsets[row] ?? 0; at < (rows.offsets[row + 1] ?? 0); at++)
      put(rows.neighbours[at] ?? 0, row, rows.weights[at] ?? 0)
  }
  return sorted
}

function emptyRows(offsets: Uint32Array): Rows {
  const entries = offsets.at(-1) ?? 0
  return { offsets, neighbours: new Uint32Array(entries), weights: new Float64Array(entries) }
}

function placer({ offsets, neighbours, weights }: Rows) {
  const next = offsets.slice()
  return (row: number, neighbour: number, weight: number) => {
    const at = next[row] ?? 0
    neighbours[at] = neighbour
    weights[at] = weight
    next[row] = at + 1
  }
}

function rowSums(nodes: number, offsets: Uint32Array, weights: Float64Array): Float64Array {
  const sums = new Float64Array(nodes)
  for (let row = 0; row < nodes; row++) {
    let sum = 0
    for (let at = offsets[row] ?? 0; at < (offsets[row + 1] ?? 0); at++) sum += weights[at] ?? 0
    sums[row] = sum
  }
  return sums
}
