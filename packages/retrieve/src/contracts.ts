import type { Embedder, ProviderRegistry, Reranker } from '@pinakes/embed'
import type { ExtractorRegistry, SourceType } from '@pinakes/extract-free'
import type { Traversal, TraverseOptions } from '@pinakes/graph'
import type { ChunkFilter, IndexReader, VectorTier } from '@pinakes/index'

/** How a knowledge base is opened; without any, as its manifest says. */
export interface OpenKbOptions {
  /** Never open a network connection; missing weights are reported. Default false. */
  readonly offline?: boolean
  /** Use this embedder instead of the one the manifest names; the caller closes it. The index must be built by it. */
  readonly embedder?: Embedder
  /** Use this reranker, whatever the manifest says; the caller closes it. */
  readonly reranker?: Reranker
  /** The model providers to load from. Default: those that `@pinakes/embed` brings. */
  readonly providers?: ProviderRegistry
  /** The caller's extraction backends: their fingerprints are compared with the index. Default: none are known. */
  readonly extractors?: Pick<ExtractorRegistry, 'find' | 'fingerprint'>
  /** Use this graph channel, when `graph_channel` is not `off`, instead of the one it names. */
  readonly expansion?: ExpansionChannel
  /** Another graph channel than the manifest asks for, or other ways of it: to measure them. */
  readonly graph?: GraphOptions
}

/** How the graph takes part in a search. Only `channel` has a counterpart in the manifest. */
export interface GraphOptions {
  /** Instead of the manifest's `graph_channel`. */
  readonly channel?: GraphChannelName
  /** Kinds of edges to leave out. Default: none. */
  readonly drop?: readonly string[]
  /** Whether fewer hops break ties between equal cosines. Default true. */
  readonly linkDistance?: boolean
  /** Whether documents gain by the links that point at them. Default false. */
  readonly inDegreeSalience?: boolean
}

/** The values of `graph_channel` in the manifest. */
export type GraphChannelName = 'off' | 'expand' | 'ppr'

/** What a graph channel starts from. */
export interface ExpansionRequest {
  readonly reader: IndexReader
  /** The fusion of the other lists, best first: chunk ids, at most `fusion_top_k`. */
  readonly roots: readonly number[]
  readonly query: string
  /** L2-normalised; null when no embedder could be loaded. */
  readonly queryVector: Float32Array | null
  readonly filter: ChunkFilter
  readonly entities: readonly string[]
  /** Most hits to return: `candidates_per_source`. */
  readonly limit: number
  readonly adjacentK: number
}

/** `rank` is one-based. */
export interface ExpansionHit {
  readonly chunkId: number
  readonly rank: number
  /** Logical hops from a root; null where the channel knows none. */
  readonly distance: number | null
}

/** A further ranked list, derived from those already there. */
export interface ExpansionChannel {
  /** Said in the answer: what ran. */
  readonly name: string
  expand(request: ExpansionRequest): readonly ExpansionHit[]
}

/** What a search is about to do. */
export type SearchStep = 'models' | 'candidates' | 'graph' | 'rerank'

/** Which documents may answer. Absent fields do not filter, given ones hold all together. */
export interface SearchFilters {
  readonly tags?: readonly string[]
  readonly pathPrefix?: string
  readonly sourceType?: SourceType
  /** `YYYYMMDD`, UTC, inclusive. */
  readonly modifiedAfter?: string
  /** `YYYYMMDD`, UTC; the whole day is included. */
  readonly modifiedBefore?: string
}

/** How a search is narrowed and bounded; without any, as the manifest says. */
export interface SearchOptions {
  readonly filters?: SearchFilters
  /** At most this many passages; an integer >= 1. Default: the manifest's `final_k`. */
  readonly k?: number
  readonly maxPerDocument?: number
  /** Budget over `tokenCount` of whole passages. */
  readonly maxTokens?: number
  /** Names to look for as whole phrases, as one further keyword list. At most 16 of 200 code points. */
  readonly entities?: readonly string[]
  /** Ideas to look for by meaning, together, as one further vector list. At most 16 of 200 code points. */
  readonly concepts?: readonly string[]
  /** Checked between steps; an aborted search rejects with the signal's reason. */
  readonly signal?: AbortSignal
  readonly onStep?: (step: SearchStep) => void
}

/** How sure an answer may be: against thresholds that were fitted for this KB, `unknown` without them. */
export type Confidence = 'high' | 'medium' | 'low' | 'unknown'

/** Where a passage came from in each channel. Ranks are one-based; null: not in that list. */
export interface PassageScores {
  readonly bm25Rank: number | null
  readonly bm25Score: number | null
  readonly vectorRank: number | null
  readonly cosine: number | null
  readonly graphRank: number | null
  readonly graphDistance: number | null
  readonly entitiesRank: number | null
  readonly conceptsRank: number | null
  /** Sum of 1/(60 + rank) over these five lists. */
  readonly rrf: number
  /** What orders the fused candidates when no reranker does; compares within one answer only. */
  readonly relevance: number
  readonly rerank: number | null
  /** Share of the query's distinct words that stand in the passage, 0 to 1. */
  readonly coverage: number
}

/** A cited piece of a document. Offsets are code points into the indexed text, half-open. */
export interface Passage {
  readonly docId: string
  readonly chunkId: string
  readonly path: string
  readonly title: string | null
  readonly headingPath: string | null
  readonly charStart: number
  readonly charEnd: number
  readonly pageStart: number | null
  readonly pageEnd: number | null
  /** `path:start-end (heading path)` or `path:pN-M`. */
  readonly citation: string
  readonly text: string
  readonly tokenCount: number
  readonly contentSha256: string
  readonly instructionLike: boolean
  readonly instructionSignals: readonly string[]
  readonly staleExtraction: string | null
  /** The file on disk is no longer the one that was indexed, or is gone. */
  readonly changedSinceIndex: boolean
  /** There is no file of that name any more; absent otherwise. */
  readonly fileIsGone?: true
  readonly scores: PassageScores
}

/** A list of candidates that a search fuses, or the reranker that orders them. */
export type Channel = 'bm25' | 'vector' | 'graph' | 'entities' | 'concepts' | 'rerank'

/**
 * Which channels answered, with what, so that a missing one is said and never hidden. `entities` and `concepts` are
 * reported where they were asked for.
 */
export interface ChannelReport {
  readonly channel: Channel
  readonly ran: boolean
  /** The model that ran, or why the channel did not. */
  readonly detail: string
  /** `model` or `model@revision` of the model that ran, as a calibration names it; absent where none did. */
  readonly model?: string
  /** How the vectors were scanned; of the vector channels, where they ran. */
  readonly tier?: VectorTier
}

/** A passage that the token budget left out. */
export interface OmittedPassage {
  readonly docId: string
  readonly citation: string
  readonly tokenCount: number
}

/** The answer to a query: passages best first, how they were found, and what is missing. */
export interface SearchResult {
  readonly query: string
  readonly kbId: string
  readonly buildId: string | null
  readonly confidence: Confidence
  readonly confidenceReason: string
  /** Candidates that survived fusion. */
  readonly considered: number
  readonly passages: readonly Passage[]
  readonly channels: readonly ChannelReport[]
  /** `keyword only: …` when the vector channel could not run, else null. */
  readonly degraded: string | null
  /** What the answer leaves out or could not check, in words. */
  readonly notices: readonly string[]
  readonly dropped: { readonly perDocument: number }
  readonly omitted: readonly OmittedPassage[]
  readonly tokensReturned: number
}

/** An indexed document as it is listed, without its text. */
export interface DocumentView {
  readonly docId: string
  readonly path: string
  readonly title: string | null
  readonly sourceType: SourceType
  readonly tags: readonly string[]
  /** Epoch seconds. */
  readonly mtime: number
  readonly chunks: number
  readonly changedSinceIndex: boolean
  /** There is no file of that name any more; absent otherwise. */
  readonly fileIsGone?: true
}

/**
 * Where a text was read: the document's file, the extraction cache, or (file changed, gone or not cached) the stored
 * passages; in the last case what stands between passages is given as line feeds.
 */
export type TextOrigin = 'file' | 'extraction' | 'index'

/** One page of a paged document; `page` is one-based. */
export interface PageText {
  readonly page: number
  readonly text: string
}

/** One document, or a part of it, with its indexed text. Offsets are code points, half-open. */
export interface DocumentText extends DocumentView {
  readonly kbId: string
  readonly citation: string
  readonly charStart: number
  readonly charEnd: number
  readonly text: string
  readonly origin: TextOrigin
  readonly staleExtraction: string | null
  /** First and last page of the part, one-based; null for documents without pages. */
  readonly pageStart: number | null
  readonly pageEnd: number | null
  /** Pages of the document; null where they are not known. */
  readonly pageCount: number | null
  /** The pages of the part, each apart; null where they are not known. */
  readonly pages: readonly PageText[] | null
  /** Every passage of the document as it was indexed, in order. */
  readonly passages: readonly PassagePlace[]
  /** What a reader has to know: that less is here than was asked for, because the document ends before. */
  readonly notices: readonly string[]
}

/** Where a passage begins. */
export interface PassagePlace {
  /** `ck_…` */
  readonly chunkId: string
  /** Code points into the indexed text. */
  readonly charStart: number
}

/** What an index holds: active documents, and their chunks. */
export interface KbCounts {
  readonly documents: number
  readonly chunks: number
}

/** Which links to show. Numbers out of range are clamped, never refused. */
export interface LinksOptions extends TraverseOptions {
  /** Documents nearest to this come first; without it no model is loaded. */
  readonly query?: string
  /** Checked between steps; an aborted call rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/**
 * Why there is no neighbour to show, the first that holds: a relation, direction or depth was asked for that leaves
 * nothing; a bound on width, rows or tokens cut all of it; links are there and lead to no active document; there is none.
 */
export type NoNeighbours = 'arguments' | 'bounds' | 'unresolved' | 'none'

/** The links around a document. */
export interface LinksResult extends Traversal {
  readonly kbId: string
  /** Path of the document that the walk started from. */
  readonly path: string
  readonly title: string | null
  /** Null when there are neighbours. */
  readonly empty: NoNeighbours | null
  /** Why a query was given and not used (its model is missing), else null. */
  readonly degraded: string | null
}

/** An open knowledge base, read-only. Close it when done. */
export interface Kb {
  readonly root: string
  readonly id: string
  readonly name: string
  search(query: string, options?: SearchOptions): Promise<SearchResult>
  /**
   * By document id, `pnk://` URI, path, chunk id (`ck_…`), citation (`path:start-end`, `path:pN-M`) or heading
   * (`path#Repair`, `path#Pump > Repair`: the section with all below it). An id may stand for the path.
   */
  get(reference: string): Promise<DocumentText>
  /**
   * The links around a document, named by its id, its `pnk://` URI or its path; active documents only. Reads the index
   * alone.
   */
  links(reference: string, options?: LinksOptions): Promise<LinksResult>
  list(filters?: SearchFilters): Promise<readonly DocumentView[]>
  /** How much is indexed, without a look at the files. */
  counts(): Promise<KbCounts>
  close(): Promise<void>
}
