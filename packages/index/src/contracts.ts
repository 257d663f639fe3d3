import type { SourceType } from '@pinakes/extract-free'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { DocumentOutline, EntityStore, GraphReader, GraphRows, LabelVectors } from './graph/contracts.js'
import type { LinkedKbStore } from './linked-kbs/contracts.js'
import type { VectorTier } from './store/vector-tier.js'
import type { ChunkCosines, CosineBounds, TierAgreement, VectorHit } from './vector/contracts.js'

/** The `[chunking]` settings that decide chunk boundaries; recorded in the index. */
export interface ChunkingSettings {
  readonly headings: 'none' | 'numbered'
  readonly metadata: 'off' | 'prefix'
  /** Most tokens in a chunk, special tokens excluded. */
  readonly maxTokens: number
  /** Most tokens carried from one piece of a split block into the next. */
  readonly overlap: number
}

/** Counts tokens as the embedding model does: no special tokens, no truncation. */
export type CountTokens = (text: string) => number

/** What the chunker reads. */
export interface ChunkInput {
  /** The indexed text: UTF-8 decoded, newlines normalised to LF. */
  readonly text: string
  readonly sourceType: SourceType
  readonly settings: ChunkingSettings
  readonly countTokens: CountTokens
  /** Half-open code-point spans tiling `text`, for paged sources. */
  readonly pageSpans?: readonly (readonly [number, number])[]
}

/** A piece of a document as it is indexed. Offsets are Unicode code points, half-open, into the indexed text. */
export interface Chunk {
  /** Zero-based, in document order. */
  readonly ordinal: number
  /** Exactly `indexedText[charStart..charEnd]`. */
  readonly text: string
  readonly charStart: number
  readonly charEnd: number
  readonly tokenCount: number
  /** Titles from the outermost heading down, joined with ` > `. */
  readonly headingPath: string | null
  /** The same without outline numbers; used for embedding prefixes, never stored. */
  readonly unnumberedHeadingPath: string | null
  /** One-based; null for sources without pages. */
  readonly pageStart: number | null
  readonly pageEnd: number | null
}

/** Whether a document is searched; a `deleted` one keeps its row, so that its id survives until it is back. */
export type DocumentState = 'active' | 'deleted'

/** A row of `documents`. */
export interface DocumentRow {
  readonly id: DocUlid
  /** KB-relative, `/` separators, as on disk. */
  readonly path: string
  /** `sha256:<64 hex>` of the raw bytes that were chunked. */
  readonly contentHash: string
  readonly sidecarHash: string | null
  /** Epoch seconds. */
  readonly mtime: number
  readonly sourceType: SourceType
  readonly title: string | null
  /** JSON object, keys sorted: `tags`, `provenance`, the sidecar's unknown keys. */
  readonly metadata: string
  readonly state: DocumentState
  readonly extractionBackend: string | null
  readonly extractionFingerprint: string | null
}

/** A row of `links`; all ids are resolved, never `self`. */
export interface LinkRow {
  readonly srcKbId: KbUlid
  readonly srcDocId: DocUlid
  readonly dstKbId: KbUlid
  readonly dstDocId: DocUlid
  readonly rel: string
  readonly origin: 'sidecar' | 'reverse-scan'
}

/** Which links of a document to read. */
export interface LinkQuery {
  /** The id of the index's own KB. */
  readonly kbId: string
  readonly docId: string
  /** `out`: links that the document holds; `in`: links that point at it. */
  readonly direction: 'out' | 'in'
  /** Only this relation, exactly. */
  readonly rel?: string | undefined
}

/** The other end of a link, as this index knows it. */
export interface LinkedDocument {
  readonly kbId: string
  readonly docId: string
  readonly rel: string
  /** Null in another KB, and where this KB has no active document of that id. */
  readonly document: { readonly path: string; readonly title: string | null } | null
}

/** What `lstat` said when the file (document or sidecar) was last hashed, so that an unchanged file need not be read. */
export interface FileStamp {
  readonly path: string
  readonly size: number
  /** Milliseconds with their fraction, as `Stats` gives them. */
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
  readonly hash: string
  /** Clock when the stamp was taken, ms; a file stamped in the same instant it changed proves nothing (git's racy rule). */
  readonly takenMs: number
}

/** What a sync was doing when a document failed: reading its text, indexing it, or walking to it. */
export type FailureStage = 'extract' | 'index' | 'walk'

/** A document that a sync could not take, with the reason. */
export interface FailureRow {
  readonly path: string
  readonly stage: FailureStage
  /** `<Kind>: <message>`. */
  readonly error: string
  /** KB timestamp `YYYYMMDD HH:MM`, UTC. */
  readonly happened: string
}

/** A document with everything derived from it; written together or not at all. */
export interface DocumentWrite {
  readonly document: DocumentRow
  readonly chunks: readonly Chunk[]
  /** Row-major `[chunks.length * dim]`, float32, L2-normalised. */
  readonly vectors: Float32Array
  /** This document's own links (`origin = 'sidecar'`); they replace the previous ones. */
  readonly links: readonly LinkRow[]
}

/** The one writer of an index. Synchronous: SQLite is. Opened under the sync lock. */
export interface IndexWriter {
  readonly path: string
  meta(): ReadonlyMap<string, string>
  /** Null deletes the key. */
  setMeta(entries: Readonly<Record<string, string | null>>): void
  documents(): DocumentRow[]
  /** Whether a row of that id is there, a deleted one too. */
  hasDocument(id: DocUlid): boolean
  stamps(): Map<string, FileStamp>
  putStamps(stamps: readonly FileStamp[]): void
  dropStamps(paths: readonly string[]): void
  failures(): FailureRow[]
  /** At most one failure per path: the last. */
  recordFailure(failure: FailureRow): void
  clearFailures(paths: readonly string[]): void
  /** Runs `body` in a transaction, or in a savepoint inside one; rolls back and rethrows when it throws. */
  inTransaction<T>(body: () => T): T
  /** Inserts or replaces the row, all of its chunks and their FTS and vector rows, and its own links. */
  putDocument(write: DocumentWrite): void
  /** Rewrites the row alone (metadata refresh), and its own links when given. */
  updateDocument(row: DocumentRow, links?: readonly LinkRow[]): void
  /** The links that sidecars of this KB hold, by the document that holds them; those of deleted documents too. */
  authoredLinks(): Map<DocUlid, LinkRow[]>
  /** Moves several documents at once: swaps, chains and cycles included. */
  moveDocuments(moves: readonly { readonly id: DocUlid; readonly path: string }[]): void
  /** `state = 'deleted'`; chunks, FTS and vectors go, the row and its links stay. */
  softDelete(ids: readonly DocUlid[]): void
  /** The active documents with the headings of their chunks, by id: what a graph is derived from. */
  outlines(): DocumentOutline[]
  /** Puts a graph in the place of the one before, in one transaction. */
  replaceGraph(rows: GraphRows): void
  /** The graph as this writer sees it. */
  graph(): GraphReader
  /** The vectors of names in the graph, by name in code-point order. */
  labels(): LabelVectors
  /** Adds vectors of names, in the place of those they have, and forgets the names of `dropped`; one transaction. */
  changeLabels(added: LabelVectors, dropped: readonly string[]): void
  entities(): EntityStore
  /** What was learned from the sidecars of other KBs. */
  linkedKbs(): LinkedKbStore
  counts(): IndexCounts
  /** `wal_checkpoint(TRUNCATE)`; false when a reader kept it from finishing. */
  checkpoint(): boolean
  close(): void
}

/** How much an index holds. `documents` counts the active ones, `chunks` theirs. */
export interface IndexCounts {
  readonly documents: number
  readonly deleted: number
  readonly chunks: number
  readonly failures: number
}

/** Links between documents by where they lead, seen from one knowledge base. */
export interface LinkCounts {
  /** Documents here that hold a link. */
  readonly sources: number
  /** From a document here to a document here. */
  readonly within: number
  /** From here to other knowledge bases. */
  readonly out: number
  /** From other knowledge bases to here, as the last look at them found. */
  readonly in: number
}

/** The active chunks of one source type. */
export interface HeadingCount {
  readonly sourceType: SourceType
  readonly chunks: number
  /** Those with a heading path. */
  readonly headed: number
}

/** Which chunks may be returned. Absent fields do not filter. `state = 'active'` always holds. */
export interface ChunkFilter {
  /** Every tag must stand in the document's tags, exactly. */
  readonly tags?: readonly string[]
  readonly sourceType?: SourceType
  /** Literal and case-sensitive prefix of the path. */
  readonly pathPrefix?: string
  /** Epoch seconds, inclusive. */
  readonly modifiedFrom?: number
  /** Epoch seconds, exclusive. */
  readonly modifiedBefore?: number
}

/** `rank` is one-based. */
export interface LexicalHit {
  readonly chunkId: number
  readonly rank: number
  /** BM25 with the sign flipped: higher is better. */
  readonly score: number
}

/** A stored chunk with the row of its document. */
export interface ChunkRow extends Omit<Chunk, 'unnumberedHeadingPath'> {
  readonly chunkId: number
  /** `ck_…`: the same across machines and rebuilds. */
  readonly chunkUid: string
  readonly contentSha256: string
  /** Sorted codes; empty if nothing in the text reads like an instruction to a model. */
  readonly instructionSignals: readonly string[]
  readonly document: DocumentRow
}

/** Active documents whose text one version of one extraction backend made. */
export interface ExtractionGroup {
  readonly backend: string
  readonly fingerprint: string
  /** In code-point order. */
  readonly paths: readonly string[]
}

/** How a reader has the index open: `shared` with its writer, or as a private `copy`. */
export type IndexAccessMode = 'shared' | 'copy'

/** A read-only view of an index. Never creates a file, never takes the sync lock. */
export interface IndexReader {
  readonly path: string
  /**
   * How the file is open: `shared` with whoever writes it, or as a private `copy` because its folder cannot be written
   * (SQLite keeps files beside an index that is read); a copy learns of changes through `refresh()`.
   */
  readonly access: IndexAccessMode
  meta(): ReadonlyMap<string, string>
  counts(): IndexCounts
  /** True once the file was swapped or written since this reader last looked; then its caches are dropped. */
  refresh(): boolean
  /** The same object as long as the index is in the same state: what was derived from one state is kept under it. */
  stateKey(): object
  /** What `body` reads, all of it from one state of the index, whatever is committed meanwhile. Nests. Synchronous. */
  snapshot<T>(body: () => T): T
  /** Sorted by path in code-point order; active documents only unless `state` says otherwise. */
  documents(filter?: ChunkFilter & { readonly state?: DocumentState }): DocumentRow[]
  documentById(id: string): DocumentRow | null
  documentByPath(path: string): DocumentRow | null
  /** How many chunks the filter lets through. */
  countChunks(filter: ChunkFilter): number
  /** The same by document id; documents without chunks are absent. */
  chunkCounts(filter?: ChunkFilter): Map<string, number>
  /** Sorted by backend, then fingerprint; documents that needed no extraction are absent. */
  extractions(): ExtractionGroup[]
  /** Ties: path, then ordinal. A query without a searchable term gives no hits. */
  lexicalSearch(query: string, filter: ChunkFilter, limit: number): LexicalHit[]
  /** As `lexicalSearch`, for chunks that hold at least one of `phrases`, each as consecutive words. */
  phraseSearch(phrases: readonly string[], filter: ChunkFilter, limit: number): LexicalHit[]
  /** Exact cosine over every allowed chunk, best first, ties by path then ordinal, cut at the first cosine <= 0. */
  vectorSearch(query: Float32Array, filter: ChunkFilter, limit: number): VectorHit[]
  /** Of every active chunk; 0 throughout for the zero vector, and for none. */
  chunkCosines(query: Float32Array | null): ChunkCosines
  /** Of every active chunk, as near as a scan knows them; 0 throughout for the zero vector, and for none. */
  cosineBounds(query: Float32Array | null): CosineBounds
  /** How `vectorSearch` scans what the filter lets through. */
  vectorTier(filter?: ChunkFilter): VectorTier
  /**
   * Whether `tier`, whatever the reader searches by, finds for some of the stored vectors what the exact scan finds. Reads
   * every vector once, a few thousand of them in memory at a time.
   */
  tierAgreement(tier: VectorTier): TierAgreement
  /** In `(path, ordinal)` order; unknown ids are absent. */
  chunks(chunkIds: readonly number[]): ChunkRow[]
  chunkByUid(uid: string): ChunkRow | null
  /** In document order. */
  chunksOfDocument(id: string): ChunkRow[]
  /** What a document is linked with in one direction, sorted by KB, document and relation. */
  linkedDocuments(query: LinkQuery): LinkedDocument[]
  /**
   * How near each of these documents comes to a query: the greatest cosine of its chunks, -1 to 1. Absent: documents
   * that are not active or have no chunks; all of them where the query is the zero vector.
   */
  documentCosines(query: Float32Array, ids: readonly string[]): Map<string, number>
  /** How the active documents of the knowledge base `kbId`, the index's own, are linked. */
  linkCounts(kbId: string): LinkCounts
  failures(): FailureRow[]
  /** The stored stamps of these paths, to see whether a file changed since it was indexed. */
  stamps(paths: readonly string[]): Map<string, FileStamp>
  /** By source type; types without chunks are absent. */
  headingCounts(): HeadingCount[]
  /** The graph; to be read inside a snapshot where several reads have to agree. */
  graph(): GraphReader
  /** The vectors of names in the graph, by name in code-point order; none unless a sync was asked for them. */
  labels(): LabelVectors
  close(): void
}
