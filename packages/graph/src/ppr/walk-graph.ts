import {
  type AuthoredEdge,
  type GraphArrays,
  NODE_KINDS,
  type NodeKind,
  STORED_EDGE_KINDS,
  type StoredEdgeKind,
} from '@pinakes/index'
import { AUTHORED_WEIGHT } from '../authored-weight.js'
import type { EdgeKind } from '../edge-kinds.js'
import { type Adjacency, type EdgeList, toAdjacency } from './adjacency.js'

/** What a walk goes over: the nodes of a graph by kind, then key, and the weights between them. */
export interface WalkGraph {
  readonly arrays: GraphArrays
  readonly adjacency: Adjacency
  /** No node is joined to another. */
  readonly isEmpty: boolean
}

export interface WalkGraphInput {
  readonly arrays: GraphArrays
  readonly authored: readonly AuthoredEdge[]
  /** Kinds of edges to walk over. */
  readonly kinds: ReadonlySet<EdgeKind>
}

/** Kinds whose source is a hub: the more hang on it, the less each says about another. */
const SPOKES: ReadonlySet<StoredEdgeKind> = new Set(['in-section', 'co-located', 'shared-tag'])

/**
 * The graph of a walk: every edge undirected, 1 for membership, siblings, parents and children, 1 / members for what
 * hangs on a hub, 2 between documents that are linked, whatever the direction and however often; a mention weighs its
 * share in the mentions of its chunk.
 */
export function toWalkGraph({ arrays, authored, kinds }: WalkGraphInput): WalkGraph {
  const edges = joinLists([
    storedEdges(arrays, kinds),
    ...(kinds.has('mentions') ? [sameAsEdges(arrays)] : []),
    ...(kinds.has('authored') ? [authoredEdges(arrays, authored)] : []),
  ])
  return { arrays, adjacency: toAdjacency(arrays.kinds.length, edges), isEmpty: edges.from.length === 0 }
}

function storedEdges(arrays: GraphArrays, kinds: ReadonlySet<EdgeKind>): EdgeList {
  const { sources, destinations, edgeKinds } = arrays
  const rows: number[] = []
  for (let i = 0; i < edgeKinds.length; i++) if (kinds.has(kindAt(edgeKinds, i))) rows.push(i)
  const weigh = weigher(arrays)
  return {
    from: Uint32Array.from(rows, (row) => sources[row] as number),
    to: Uint32Array.from(rows, (row) => destinations[row] as number),
    weights: Float64Array.from(rows, weigh),
  }
}

/** The weight of a stored edge by its place. */
function weigher({
  kinds,
  sources,
  destinations,
  edgeKinds,
  mentions,
}: GraphArrays): (row: number) => number {
  const degrees = new Uint32Array(kinds.length)
  const mentionsIn = new Float64Array(kinds.length)
  for (let i = 0; i < edgeKinds.length; i++) {
    const [hub, member] = [sources[i] as number, destinations[i] as number]
    degrees[hub] = (degrees[hub] as number) + Number(SPOKES.has(kindAt(edgeKinds, i)))
    mentionsIn[member] = (mentionsIn[member] as number) + (mentions[i] as number)
  }
  return (row) => {
    const kind = kindAt(edgeKinds, row)
    if (SPOKES.has(kind)) return 1 / (degrees[sources[row] as number] as number)
    if (kind !== 'mentions') return 1
    return (mentions[row] as number) / (mentionsIn[destinations[row] as number] as number)
  }
}

function kindAt(edgeKinds: Uint8Array, row: number): StoredEdgeKind {
  return STORED_EDGE_KINDS[edgeKinds[row] as number] as StoredEdgeKind
}

/** Entities that are near-duplicates of each other; they go with the mentions. */
function sameAsEdges({ sameAs }: GraphArrays): EdgeList {
  return {
    from: Uint32Array.from(sameAs, ({ a }) => a),
    to: Uint32Array.from(sameAs, ({ b }) => b),
    weights: Float64Array.from(sameAs, ({ cosine }) => cosine),
  }
}

/** Links as undirected pairs: another relation, or a link back, makes two documents no closer. */
function authoredEdges(arrays: GraphArrays, authored: readonly AuthoredEdge[]): EdgeList {
  const documents = nodesByKey(arrays, 'doc')
  const pairs = new Map<string, readonly [number, number]>()
  for (const { srcDocId, dstDocId } of authored) {
    const [src, dst] = [documents.get(srcDocId), documents.get(dstDocId)]
    if (src === undefined || dst === undefined || src === dst) continue
    const pair = [Math.min(src, dst), Math.max(src, dst)] as const
    pairs.set(pair.join(), pair)
  }
  const list = [...pairs.values()]
  return {
    from: Uint32Array.from(list, ([a]) => a),
    to: Uint32Array.from(list, ([, b]) => b),
    weights: new Float64Array(list.length).fill(AUTHORED_WEIGHT),
  }
}

/** The numbers of the nodes of one kind. */
export function nodesByKey({ kinds, keys }: GraphArrays, kind: NodeKind): Map<string, number> {
  const wanted = NODE_KINDS.indexOf(kind)
  const nodes = new Map<string, number>()
  for (const [node, own] of kinds.entries()) if (own === wanted) nodes.set(keys[node] as string, node)
  return nodes
}

function joinLists(lists: readonly EdgeList[]): EdgeList {
  const length = lists.reduce((sum, { from }) => sum + from.length, 0)
  const joined = {
    from: new Uint32Array(length),
    to: new Uint32Array(length),
    weights: new Float64Array(length),
  }
  let at = 0
  for (const { from, to, weights } of lists) {
    joined.from.set(from, at)
    joined.to.set(to, at)
    joined.weights.set(weights, at)
    at += from.length
  }
  return joined
}
