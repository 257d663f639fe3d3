import type { TraverseBounds } from './bounds.js'
import {
  type Candidate,
  compareCandidates,
  type DocumentKey,
  documentKeyText,
  type Expand,
  rowCost,
  rowKey,
} from './candidate.js'
import type { FrontierReason, LinkDirection, Neighbour, Traversal, UnresolvedLink } from './contracts.js'
import { FrontierNotes } from './frontier-notes.js'

/** Where a walk begins, how it reads links, and its bounds. */
export interface WalkInput {
  readonly start: DocumentKey
  readonly expand: Expand
  readonly bounds: TraverseBounds
}

/**
 * The documents around `start`, hop by hop. Each document is expanded once and keeps its `adjacentK` best candidates;
 * what a hop kept is ranked together, and the best are shown until rows or tokens run out: a row too dear for the tokens
 * that are left makes way for the next. Deterministic; reads through `expand` alone.
 */
export function walk({ start, expand, bounds }: WalkInput): Traversal {
  const state = new WalkState(start, bounds)
  let frontier: readonly DocumentKey[] = [start]
  for (let distance = 1; distance <= bounds.depth && frontier.length > 0; distance++) {
    const kept = frontier.flatMap((document) => state.keep(expand(document), distance))
    frontier = state.show(kept.sort(compareCandidates), distance)
  }
  return state.finish()
}

class WalkState {
  readonly #start: DocumentKey
  readonly #bounds: TraverseBounds
  readonly #rows = new Map<string, Neighbour>()
  readonly #reached: Set<string>
  readonly #directions = new Map<string, LinkDirection>()
  readonly #unresolved = new Map<string, UnresolvedLink>()
  readonly #notes: FrontierNotes
  readonly #truncated = new Set<'rows' | 'tokens'>()
  #tokensLeft: number

  constructor(start: DocumentKey, bounds: TraverseBounds) {
    this.#start = start
    this.#bounds = bounds
    this.#reached = new Set([documentKeyText(start)])
    this.#notes = new FrontierNotes(bounds.maxRows)
    this.#tokensLeft = bounds.tokenBudget
  }

  /** The best candidates of one document; the others are noted. */
  keep({ candidates, unresolved }: ReturnType<Expand>, distance: number): Candidate[] {
    for (const link of unresolved) this.#addUnresolved(link)
    for (const candidate of candidates) {
      const key = rowKey(candidate)
      // Whoever sees a row first says which way it goes, so a deeper walk tells the same.
      if (!this.#directions.has(key)) this.#directions.set(key, candidate.direction)
    }
    const ranked = candidates.toSorted(compareCandidates)
    for (const candidate of ranked.slice(this.#bounds.adjacentK)) this.#note(candidate, 'fanout', distance)
    return ranked.slice(0, this.#bounds.adjacentK)
  }

  /** Shows what fits of a ranked hop; returns the documents to go on from. */
  show(ranked: readonly Candidate[], distance: number): DocumentKey[] {
    const next = new Map<string, DocumentKey>()
    for (const candidate of ranked) {
      const key = documentKeyText(candidate)
      if (key === documentKeyText(this.#start) || this.#rows.has(rowKey(candidate))) continue
      const isNew = !this.#reached.has(key)
      if (!this.#emit(candidate, distance)) continue
      if (candidate.terminal || distance === this.#bounds.depth) this.#note(candidate, 'depth', distance)
      else if (isNew) next.set(key, candidate)
    }
    return [...next.values()]
  }

  finish(): Traversal {
    const { notes, cut } = this.#notes.finish(this.#reached)
    if (cut) this.#truncated.add('rows')
    return {
      document: this.#start.docId,
      neighbours: [...this.#rows.values()],
      frontier: notes,
      unresolved: [...this.#unresolved.values()],
      truncated: [...this.#truncated].sort(),
    }
  }

  #emit(candidate: Candidate, distance: number): boolean {
    const cost = rowCost(candidate)
    if (this.#rows.size >= this.#bounds.maxRows) return this.#leaveOut(candidate, 'rows', distance)
    if (cost > this.#tokensLeft) return this.#leaveOut(candidate, 'tokens', distance)
    this.#tokensLeft -= cost
    this.#reached.add(documentKeyText(candidate))
    const key = rowKey(candidate)
    this.#rows.set(key, toNeighbour(candidate, this.#directions.get(key) ?? 'unknown', distance))
    return true
  }

  #leaveOut(candidate: Candidate, bound: 'rows' | 'tokens', distance: number): false {
    this.#truncated.add(bound)
    this.#note(candidate, bound, distance)
    return false
  }

  #note({ kbId, docId, rel, terminal }: Candidate, reason: FrontierReason, distance: number): void {
    if (documentKeyText({ kbId, docId }) === documentKeyText(this.#start)) return
    this.#notes.add({ kbId, docId, rel, reason: terminal ? 'terminal' : reason, distance })
  }

  #addUnresolved(link: UnresolvedLink): void {
    const key = rowKey(link)
    if (this.#unresolved.has(key)) return
    if (this.#unresolved.size >= this.#bounds.maxRows) this.#truncated.add('rows')
    else this.#unresolved.set(key, link)
  }
}

function toNeighbour(
  { kbId, docId, rel, title, cosine, weight, terminal }: Candidate,
  direction: Neighbour['direction'],
  distance: number,
): Neighbour {
  const score = Number((cosine ?? weight).toFixed(4))
  return {
    kbId,
    docId,
    title,
    rel,
    direction,
    distance,
    // Rounding leaves -0 for the smallest negative cosines.
    score: score === 0 ? 0 : score,
    scoredByQuery: cosine !== null,
    terminal,
  }
}
