import type { DocUlid } from '@pinakes/manifest'
import type { LinkRow } from '../contracts.js'

/** Kinds of nodes, in the order of their names, which is that of {@link GraphArrays}. */
export const NODE_KINDS = ['chunk', 'dir', 'doc', 'entity', 'heading', 'tag'] as const

/** One of {@link NODE_KINDS}. */
export type NodeKind = (typeof NODE_KINDS)[number]

/** Kinds of stored edges, in the order in which they are counted. Authored links are edges too, stored in `links`. */
export const STORED_EDGE_KINDS = [
  'membership',
  'sibling',
  'parent-child',
  'in-section',
  'co-located',
  'shared-tag',
  'mentions',
] as const

/** One of {@link STORED_EDGE_KINDS}. */
export type StoredEdgeKind = (typeof STORED_EDGE_KINDS)[number]

/** What kinds of node an edge of each kind leads from and to. */
export const EDGE_ENDS = {
  membership: ['doc', 'chunk'],
  sibling: ['chunk', 'chunk'],
  'parent-child': ['chunk', 'chunk'],
  'in-section': ['heading', 'chunk'],
  'co-located': ['dir', 'doc'],
  'shared-tag': ['tag', 'doc'],
  mentions: ['entity', 'chunk'],
} as const satisfies Record<StoredEdgeKind, readonly [NodeKind, NodeKind]>

/** What the structure of one active document is read from. */
export interface DocumentOutline {
  readonly id: DocUlid
  readonly path: string
  /** JSON object, as in `documents`. */
  readonly metadata: string
  /** By ordinal. */
  readonly headingPaths: readonly (string | null)[]
}

/** Pairs of nodes, one after the other: source, destination, source, … */
export type EdgePairs = Uint32Array | readonly number[]

/**
 * A whole graph, to be stored in place of the one before. Nodes of a kind are numbered from 0 in the order of their
 * keys here; pairs name nodes by the numbers within the kinds of {@link EDGE_ENDS}, no pair twice.
 */
export interface GraphRows {
  /** Distinct within a kind. A kind that is absent has no nodes. */
  readonly nodes: Readonly<Partial<Record<NodeKind, readonly string[]>>>
  readonly edges: Readonly<Partial<Record<StoredEdgeKind, EdgePairs>>>
  /** How often the entity of each pair of `mentions` is mentioned in its chunk; required with them. */
  readonly mentionCounts?: readonly number[]
  /** Entities that are near-duplicates, by their numbers; no pair twice, either way round. */
  readonly sameAs?: readonly SameAs[]
}

/** Two nodes whose names mean nearly the same. */
export interface SameAs {
  readonly a: number
  readonly b: number
  readonly cosine: number
}

/** Names of nodes with their vectors: row `i` of `vectors`, `dim` wide and L2-normalised, is that of `labels[i]`. */
export interface LabelVectors {
  readonly labels: readonly string[]
  readonly dim: number
  readonly vectors: Float32Array
}

/** A text in which entities are still to be looked for. */
export interface UnreadText {
  readonly contentSha256: string
  readonly text: string
}

/** The entities of a chunk, one string a mention. */
export interface ChunkEntities {
  readonly docId: string
  readonly ordinal: number
  readonly entities: readonly string[]
}

/** What was found in texts, by the model that read them; kept so that no text is read twice. */
export interface EntityStore {
  /** Texts that `model` has not read, each once; looked up as they are asked for, so that others may be put meanwhile. */
  unread(model: string): Iterable<UnreadText>
  /** Keeps what `model` found, by the hash of the text. */
  put(model: string, found: ReadonlyMap<string, readonly string[]>): void
  /** Forgets other models, and texts that no chunk has any more. */
  prune(model: string): void
  /** By document id, then ordinal. */
  ofChunks(model: string): ChunkEntities[]
}

/** How many there are of each kind; every kind is there, at 0 too. */
export interface GraphCensus {
  readonly nodes: Readonly<Record<NodeKind, number>>
  readonly edges: Readonly<Record<StoredEdgeKind, number>>
}

/** A node. Its number is no identity: the next derivation may give it another. */
export interface GraphNode {
  readonly id: number
  readonly kind: NodeKind
  /**
   * A document's id; `<document id>:<ordinal>` of a chunk; `<document id>:<heading path>`; a tag; a directory, `.` for
   * the root; an entity.
   */
  readonly key: string
}

/** A node that others hang on, with the number of its members. */
export interface GraphHub extends GraphNode {
  readonly degree: number
}

/** A chunk that mentions an entity. */
export interface Mention {
  /** Of the chunk's node. */
  readonly key: string
  /** Above 0, up to 1. */
  readonly share: number
}

/** The edges within a document, by ordinals of its chunks. */
export interface DocumentStructure {
  readonly docId: string
  /** Chunks that belong to the document, ascending. */
  readonly members: readonly number[]
  readonly siblings: EdgePairs
  /** Ancestor, descendant, … */
  readonly parentChild: EdgePairs
  /** The chunks under each heading that has several, ascending. */
  readonly sections: readonly (readonly number[])[]
}

/** All of a graph at once; node `i` is the i-th by kind, then key, in code-point order: the same for equal documents. */
export interface GraphArrays {
  /** Index into {@link NODE_KINDS} of each node. */
  readonly kinds: Uint8Array
  readonly keys: readonly string[]
  /** Row of `chunks` of each chunk node; 0 for other nodes. */
  readonly chunkIds: Float64Array
  /** Per edge: both ends as node numbers, and the index into {@link STORED_EDGE_KINDS}; by kind. */
  readonly sources: Uint32Array
  readonly destinations: Uint32Array
  readonly edgeKinds: Uint8Array
  /** Per edge: how often its entity is mentioned in its chunk; 0 for other kinds. */
  readonly mentions: Uint32Array
  /** By node numbers. */
  readonly sameAs: readonly SameAs[]
}

/** Authored links between active documents of this KB, as they were written: source, destination, relation. */
export interface AuthoredEdge {
  readonly srcDocId: DocUlid
  readonly dstDocId: DocUlid
  readonly rel: string
}

/** An active document and its chunks, whose ids are consecutive by ordinal. */
export interface DocumentChunks {
  readonly docId: string
  /** 0 for a document without chunks. */
  readonly firstChunk: number
  readonly chunks: number
}

/** Reads the graph of an index, as the connection it belongs to sees it. Throws what an `IndexReader` throws. */
export interface GraphReader {
  /** False when documents changed since the graph was derived, or it never was. */
  isCurrent(): boolean
  /** True when no edge is stored: a derivation never ran, or found nothing. */
  isEmpty(): boolean
  census(): GraphCensus
  /** The `limit` nodes of the most members, by (members desc, kind, key); `mentions` aside. */
  hubs(limit: number): GraphHub[]
  /** How many nodes {@link hubs} would give without a limit. */
  countHubs(): number
  /** Nodes of a kind by key, in code-point order. */
  nodes(kind: NodeKind): GraphNode[]
  node(kind: NodeKind, key: string): GraphNode | null
  /** The hubs that a document or chunk hangs on, by kind and key. */
  hubsOf(node: number, kind: StoredEdgeKind): GraphHub[]
  /** What hangs on a hub, by key. */
  membersOf(hub: number, kind: StoredEdgeKind): GraphNode[]
  /** The chunks that mention an entity, by key; `share` is its part in all mentions of the chunk. */
  mentionsOf(entity: number): Mention[]
  /** The edges within a document; null where it has no node. */
  structure(docId: string): DocumentStructure | null
  /** The active documents by path, in code-point order. */
  documents(): DocumentChunks[]
  /** Links that point at documents of the KB `kbId`, by document, whoever holds them; those without any are absent. */
  inDegrees(kbId: string): Map<string, number>
  /** Links whose ends are both active documents of the KB `kbId`, either origin. */
  authored(kbId: string): AuthoredEdge[]
  /** Every link there is, those of deleted documents and of other KBs too; by source, target and relation. */
  links(): LinkRow[]
  arrays(): GraphArrays
}
