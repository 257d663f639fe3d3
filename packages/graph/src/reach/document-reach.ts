import type { AuthoredEdge, GraphArrays } from '@pinakes/index'
import { EDGE_KINDS } from '../edge-kinds.js'
import { DEPTH } from '../expand/expansion.js'
import { documentOf, isKind, joinedChunks, neighboursOf } from '../ppr/neighbours.js'
import { nodesByKey, toWalkGraph, type WalkGraph } from '../ppr/walk-graph.js'

/**
 * Whether a graph channel could bring a document: `reachable`; `beyond` two logical hops; or `membership-only`, a document
 * of which something was found already and whose other chunks nothing but that document joins with it.
 */
export type Reach = 'reachable' | 'beyond' | 'membership-only'

/** Tells what a graph channel without any bound on its width could bring. */
export class DocumentReach {
  readonly #graph: WalkGraph
  readonly #chunks: ReadonlyMap<string, number>

  constructor(arrays: GraphArrays, authored: readonly AuthoredEdge[]) {
    this.#graph = toWalkGraph({ arrays, authored, kinds: new Set(EDGE_KINDS) })
    this.#chunks = nodesByKey(arrays, 'chunk')
  }

  /**
   * The reach of documents from `roots`, chunks as `<document id>:<ordinal>`. From a chunk to its document and to the
   * others of it is no hop, nor is passing through a heading, tag, directory or entity one of its own.
   */
  from(roots: readonly string[]): (docId: string) => Reach {
    const graph = this.#graph
    const nodes = roots.flatMap((key) => this.#chunks.get(key) ?? [])
    const reached = documentsWithin(graph, nodes, DEPTH)
    const found = new Set(nodes.map((node) => documentOf(graph, node)))
    const isRoot = new Set(nodes)
    const joined = new Set(
      nodes
        .flatMap((node) => joinedChunks(graph, node))
        .filter((node) => !isRoot.has(node))
        .map((node) => documentOf(graph, node)),
    )
    return (docId) => {
      if (found.has(docId)) return joined.has(docId) ? 'reachable' : 'membership-only'
      return reached.has(docId) ? 'reachable' : 'beyond'
    }
  }
}

/** Documents at most `hops` logical hops away. Costs of edges are 0 or 1, so each ring is complete before the next. */
function documentsWithin(graph: WalkGraph, roots: readonly number[], hops: number): Set<string> {
  const seen = new Set<number>()
  let ring = [...roots]
  for (let hop = 0; hop <= hops; hop++) {
    const next: number[] = []
    for (let node = ring.pop(); node !== undefined; node = ring.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      for (const other of neighboursOf(graph, node)) (isHop(graph, node, other) ? next : ring).push(other)
    }
    ring = next
  }
  return new Set(
    [...seen].filter((node) => isKind(graph, node, 'chunk')).map((node) => documentOf(graph, node)),
  )
}

/** Leaving a document or chunk for another one, or for a hub; leaving a hub is free, and so is membership. */
function isHop(graph: WalkGraph, from: number, to: number): boolean {
  const isPlace = (node: number) => isKind(graph, node, 'chunk') || isKind(graph, node, 'doc')
  if (!isPlace(from)) return false
  return !isPlace(to) || isKind(graph, from, 'chunk') === isKind(graph, to, 'chunk')
}
