import { AUTHORED_WEIGHT } from '../authored-weight.js'
import type { ExpansionGraph, Hub } from './expansion-graph.js'
import type { QueryCosines } from './query-cosines.js'

/** How far an expansion goes: from chunk or document to chunk or document, hubs in between for free. */
export const DEPTH = 2

export interface ExpansionInput {
  readonly graph: ExpansionGraph
  readonly cosines: QueryCosines
  /** Rows of chunks, best first. */
  readonly roots: readonly number[]
  readonly adjacentK: number
  /** Whether the filters let the chunks of a document through. */
  isAllowed(document: number): boolean
}

/** A chunk that was reached, and how. */
export interface Reached {
  readonly row: number
  readonly distance: number
  readonly weight: number
}

/** The chunks within two hops of the roots, hop by hop, each by path, then ordinal (docs/graph.md has the rules). */
export function expand(input: ExpansionInput): Reached[] {
  const walk = new Expansion(input)
  let frontier = [...new Set(input.roots)]
  const reached: Reached[] = []
  for (let distance = 1; distance <= DEPTH && frontier.length > 0; distance++) {
    const found = walk.hop(frontier)
    frontier = [...found.keys()].sort((a, b) => a - b)
    for (const row of frontier) reached.push({ row, distance, weight: found.get(row) ?? 0 })
  }
  return reached
}

/** A document to go on to. */
interface Onward {
  readonly document: number
  readonly weight: number
}

/** One walk: what was expanded, contributed or reached stays so until its end. */
class Expansion {
  readonly #input: ExpansionInput
  /** Roots, and what earlier hops reached. */
  readonly #known: Set<number>
  readonly #rootDocuments: ReadonlySet<number>
  readonly #expandedHubs = new Set<Hub>()
  readonly #expandedDocuments = new Set<number>()
  readonly #contributed = new Set<number>()

  constructor(input: ExpansionInput) {
    this.#input = input
    this.#known = new Set(input.roots)
    this.#rootDocuments = new Set(input.roots.map((row) => input.graph.documentOf(row)))
  }

  /** The weights of the chunks that one hop from the frontier finds. */
  hop(frontier: readonly number[]): ReadonlyMap<number, number> {
    const found = new Map<number, number>()
    for (const row of frontier) this.#expandChunk(row, found)
    for (const row of found.keys()) this.#known.add(row)
    return found
  }

  #expandChunk(row: number, found: Map<number, number>): void {
    const { graph } = this.#input
    this.#offer(found, graph.peers(row), () => 1)
    for (const hub of graph.chunkHubs(row)) {
      if (this.#expandedHubs.has(hub)) continue
      this.#expandedHubs.add(hub)
      this.#offer(
        found,
        hub.members.filter((member) => member !== row),
        (member) => hub.weight(row, member),
      )
    }
    this.#leaveDocument(graph.documentOf(row), found)
  }

  #leaveDocument(document: number, found: Map<number, number>): void {
    const { graph, adjacentK } = this.#input
    if (graph.members(document) === null || this.#expandedDocuments.has(document)) return
    this.#expandedDocuments.add(document)
    for (const { document: next, weight } of this.#onward(document).slice(0, adjacentK)) {
      if (this.#contributed.has(next)) continue
      this.#contributed.add(next)
      this.#offer(found, graph.members(next) ?? [], () => weight)
    }
  }

  /** The documents that one leads on to, by weight, then path. Those of the roots are left out: they are found already. */
  #onward(from: number): Onward[] {
    const { graph } = this.#input
    const weights = new Map<number, number>()
    const add = (document: number, weight: number) => {
      if (document === from || this.#rootDocuments.has(document)) return
      weights.set(document, Math.max(weight, weights.get(document) ?? 0))
    }
    for (const peer of graph.authored(from)) add(peer, AUTHORED_WEIGHT)
    for (const hub of graph.documentHubs(from)) {
      if (this.#expandedHubs.has(hub)) continue
      this.#expandedHubs.add(hub)
      for (const member of hub.members) add(member, hub.weight(from, member))
    }
    return [...weights]
      .map(([document, weight]) => ({ document, weight }))
      .sort((a, b) => b.weight - a.weight || a.document - b.document)
  }

  /** Takes the best of `rows`, which ascend; the first way to a chunk is the one that counts. */
  #offer(found: Map<number, number>, rows: readonly number[], weight: (row: number) => number): void {
    const { graph, cosines, adjacentK, isAllowed } = this.#input
    const open = rows.filter(
      (row) => !found.has(row) && !this.#known.has(row) && isAllowed(graph.documentOf(row)),
    )
    for (const row of cosines.top(open, adjacentK)) found.set(row, weight(row))
  }
}
