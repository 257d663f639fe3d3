import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EdgeList, toAdjacency } from '../../src/ppr/adjacency.js'
import { MAX_ITERATIONS, personalisedPageRank } from '../../src/ppr/page-rank.js'

type Edge = readonly [from: number, to: number, weight: number]

function edgeList(edges: readonly Edge[]): EdgeList {
  return {
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
    weights: Float64Array.from(edges, ([, , weight]) => weight),
  }
}

function rank(nodes: number, edges: readonly Edge[], reset: readonly number[]) {
  return personalisedPageRank(toAdjacency(nodes, edgeList(edges)), Float64Array.from(reset))
}

/** Every score within 1e-6 of what is wanted. */
function expectClose(scores: Float64Array, wanted: readonly number[]): void {
  expect(scores).toHaveLength(wanted.length)
  for (const [i, score] of scores.entries())
    expect(Math.abs(score - (wanted[i] ?? Number.NaN))).toBeLessThan(1e-6)
}

describe('graphs of four nodes, worked out by hand', () => {
  /**
   * Edges 0-1 (2), 0-2 (1), 1-2 (1), 2-3 (1): the weights at the nodes sum to 3, 3, 3, 1. All walks begin at 0.
   *   p3 = 1/2 (1/3 p2)                    = p2/6
   *   p2 = 1/2 (1/3 p0 + 1/3 p1 + p3)      => 11/12 p2 = (p0 + p1)/6 => p2 = 2 (p0 + p1)/11
   *   p1 = 1/2 (2/3 p0 + 1/3 p2)           => 33 p1 = 12 p0 + p1     => p1 = 3/8 p0, p2 = 1/4 p0, p3 = 1/24 p0
   *   p0 = 1/2 + 1/2 (2/3 p1 + 1/3 p2)     = 1/2 + p0/8 + p0/24      => p0 = 3/5
   */
  it('weights decide how a walk parts', () => {
    const { scores } = rank(
      4,
      [
        [0, 1, 2],
        [0, 2, 1],
        [1, 2, 1],
        [2, 3, 1],
      ],
      [1, 0, 0, 0],
    )
    const wanted = [0.6, 0.225, 0.15, 0.025]
    expectClose(scores, wanted)
  })

  /**
   * The path 0-1-2 and node 3 apart; walks begin at 0 (3/4) and at 3 (1/4). What 3 holds returns to both beginnings.
   *   p3 = 1/4 (1/2 + 1/2 p3)              => p3 = 1/7, and 1/2 + 1/2 p3 = 4/7 returns in each step
   *   p2 = 1/2 (1/2 p1) = p1/4;  p1 = 1/2 (p0 + p2);  p0 = 3/4 · 4/7 + 1/2 (1/2 p1) = 3/7 + p1/4
   *   p1 = 1/2 (3/7 + p1/2) = 3/14 + p1/4  => p1 = 2/7, p0 = 1/2, p2 = 1/14
   */
  it('what a node without edges holds returns to where walks begin', () => {
    const { scores } = rank(
      4,
      [
        [0, 1, 1],
        [1, 2, 1],
      ],
      [0.75, 0, 0, 0.25],
    )
    const wanted = [1 / 2, 2 / 7, 1 / 14, 1 / 7]
    expectClose(scores, wanted)
  })
})

const NODES = 12
const node = fc.nat(NODES - 1)
const graph = fc.record({
  edges: fc.array(fc.tuple(node, node, fc.double({ min: 0.01, max: 4, noNaN: true })), { maxLength: 40 }),
  reset: fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: NODES, maxLength: NODES })
    .filter((values) => values.some((value) => value > 0.01))
    .map((values) => {
      const sum = values.reduce((total, value) => total + value, 0)
      return values.map((value) => value / sum)
    }),
})

/** The fixed point by elimination on the dense matrix, with nothing of the code under test. */
function denseSolution(edges: readonly Edge[], reset: readonly number[]): number[] {
  const weights = Array.from({ length: NODES }, () => new Array<number>(NODES).fill(0))
  for (const [a, b, weight] of edges) {
    if (a === b) continue
    for (const [row, column] of [
      [a, b],
      [b, a],
    ] as const) {
      const cells = weights[row] as number[]
      cells[column] = (cells[column] ?? 0) + weight
    }
  }
  const sums = weights.map((row) => row.reduce((total, value) => total + value, 0))
  // (I - W/2 - r·dangling/2) p = r/2
  const rows = weights.map((row, i) => [
    ...row.map((weight, j) => {
      const sum = sums[j] ?? 0
      const flow = sum === 0 ? (reset[i] ?? 0) : weight / sum
      return (i === j ? 1 : 0) - flow / 2
    }),
    (reset[i] ?? 0) / 2,
  ])
  for (let pivot = 0; pivot < NODES; pivot++) {
    const top = rows[pivot] as number[]
    for (const [i, row] of rows.entries()) {
      if (i === pivot) continue
      const factor = (row[pivot] ?? 0) / (top[pivot] ?? 1)
      for (let j = pivot; j <= NODES; j++) row[j] = (row[j] ?? 0) - factor * (top[j] ?? 0)
    }
  }
  return rows.map((row, i) => (row[NODES] ?? 0) / (row[i] ?? 1))
}

describe('any graph', () => {
  it('agrees with the solution of the dense equations', () => {
    fc.assert(
      fc.property(graph, ({ edges, reset }) => {
        const { scores } = rank(NODES, edges, reset)
        const wanted = denseSolution(edges, reset)
        for (const [i, score] of scores.entries())
          expect(Math.abs(score - (wanted[i] ?? Number.NaN))).toBeLessThan(2e-6)
      }),
    )
  })

  it('loses no mass and takes at most the bound of steps', () => {
    fc.assert(
      fc.property(graph, ({ edges, reset }) => {
        const { scores, iterations } = rank(NODES, edges, reset)
        expect(Math.abs(scores.reduce((sum, score) => sum + score, 0) - 1)).toBeLessThan(1e-9)
        expect(Math.min(...scores)).toBeGreaterThanOrEqual(0)
        expect(iterations).toBeLessThanOrEqual(MAX_ITERATIONS)
      }),
    )
  })

  it('the order in which edges are listed, and the way they are written, change not one bit', () => {
    const distinct = graph.map(({ edges, reset }) => ({
      reset,
      edges: [
        ...new Map(edges.map((edge) => [[edge[0], edge[1]].sort((a, b) => a - b).join(), edge])).values(),
      ],
    }))
    fc.assert(
      fc.property(distinct, ({ edges, reset }) => {
        const turned = edges.map(([a, b, weight]): Edge => [b, a, weight]).reverse()
        expect(rank(NODES, turned, reset).scores).toEqual(rank(NODES, edges, reset).scores)
      }),
    )
  })
})

it('an edge to no node, or without weight, is refused', () => {
  expect(() => toAdjacency(2, edgeList([[0, 2, 1]]))).toThrow(RangeError)
  expect(() => toAdjacency(2, edgeList([[0, 1, 0]]))).toThrow(RangeError)
  expect(() => toAdjacency(2, edgeList([[0, 1, Number.NaN]]))).toThrow(RangeError)
})

it('a graph without nodes has a rank without scores', () => {
  expect(rank(0, [], []).scores).toHaveLength(0)
})
