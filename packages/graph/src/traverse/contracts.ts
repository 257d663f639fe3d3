/** Which way links are followed from a document: those it holds, those that point at it, or either. */
export type LinkDirection = 'out' | 'in' | 'both'

/** How far and how wide to look. Numbers out of range are clamped, never refused. */
export interface TraverseOptions {
  /** Only links of this relation, exactly. */
  readonly rel?: string
  /** Default `both`. */
  readonly direction?: LinkDirection
  /** Hops, 0 to 3; default 1. */
  readonly depth?: number
  /** Most candidates kept of one document, 0 to 64; default: the manifest's `adjacent_k`. */
  readonly adjacentK?: number
  /** Most rows in the answer, 0 to 200; default 50. */
  readonly maxRows?: number
  /** Most tokens the rows may cost, 0 to 20,000; default 4,000. */
  readonly tokenBudget?: number
}

/** A document reached over links, once per relation. */
export interface Neighbour {
  readonly kbId: string
  readonly docId: string
  /** Of a document of this KB that has one, else null. */
  readonly title: string | null
  readonly rel: string
  /** Past the first hop: as seen from the first document that led here. */
  readonly direction: LinkDirection | 'unknown'
  /** Hops from the start, from 1. */
  readonly distance: number
  /** Cosine when `scoredByQuery`, else the weight of the link: compares only within equal flags. Four decimals. */
  readonly score: number
  readonly scoredByQuery: boolean
  /** In another KB: only its links that point here are known, so nothing is followed from it. */
  readonly terminal: boolean
}

/** Why the walk did not go on from, or did not show, a document. */
export type FrontierReason = 'terminal' | 'depth' | 'fanout' | 'rows' | 'tokens'

/** A link at which a walk stopped, and why. */
export interface FrontierNote {
  readonly kbId: string
  readonly docId: string
  readonly rel: string
  readonly reason: FrontierReason
  readonly distance: number
}

/** A link whose target this KB does not hold. */
export interface UnresolvedLink {
  readonly kbId: string
  readonly docId: string
  readonly rel: string
  /** In words. */
  readonly reason: string
}

/** The links around a document, hop by hop, best first within a hop. */
export interface Traversal {
  /** The id of the document that the walk started from. */
  readonly document: string
  readonly neighbours: readonly Neighbour[]
  readonly frontier: readonly FrontierNote[]
  readonly unresolved: readonly UnresolvedLink[]
  /** Which bounds cut the answer, sorted; empty when none did. */
  readonly truncated: readonly ('rows' | 'tokens')[]
}
