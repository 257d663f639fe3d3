import type { Embedder, Reranker } from '@pinakes/embed'
import type { SourceType } from '@pinakes/extract-free'

export interface OpenKbOptions {
  /** Never open a network connection; missing weights are reported. Default false. */
  readonly offline?: boolean
  /** Use this embedder instead of the one the manifest names. */
  readonly embedder?: Embedder
  readonly reranker?: Reranker
}

export interface SearchFilters {
  readonly tags?: readonly string[]
  readonly pathPrefix?: string
  readonly sourceType?: SourceType
  /** `YYYYMMDD`, UTC, inclusive. */
  readonly modifiedAfter?: string
  /** `YYYYMMDD`, UTC; the whole day is included. */
  readonly modifiedBefore?: string
}

export interface SearchOptions {
  readonly filters?: SearchFilters
  /** At most this many passages; an integer >= 1. Default: the manifest's `final_k`. */
  readonly k?: number
  readonly maxPerDocument?: number
  /** Budget over `tokenCount` of whole passages. */
  readonly maxTokens?: number
  readonly signal?: AbortSignal
}

export type Confidence = 'high' | 'medium' | 'low' | 'unknown'

/** Where a passage came from in each channel. Ranks are one-based; null: not in that list. */
export interface PassageScores {
  readonly bm25Rank: number | null
  readonly bm25Score: number | null
  readonly vectorRank: number | null
  readonly cosine: number | null
  readonly graphRank: number | null
  readonly graphDistance: number | null
  /** Sum of 1/(60 + rank) over the lists. */
  readonly rrf: number
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
  readonly scores: PassageScores
}

/** Which channels answered, with what, so that a missing one is said and never hidden. */
export interface ChannelReport {
  readonly channel: 'bm25' | 'vector' | 'graph' | 'rerank'
  readonly ran: boolean
  /** The model that ran, or why the channel did not. */
  readonly detail: string
}

export interface OmittedPassage {
  readonly docId: string
  readonly citation: string
  readonly tokenCount: number
}

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
  readonly dropped: { readonly perDocument: number }
  readonly omitted: readonly OmittedPassage[]
  readonly tokensReturned: number
}

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
}

/** One document, or a part of it, with its indexed text. */
export interface DocumentText extends DocumentView {
  readonly citation: string
  readonly charStart: number
  readonly charEnd: number
  readonly text: string
}

/** An open knowledge base, read-only. Close it when done. */
export interface Kb {
  readonly root: string
  readonly id: string
  readonly name: string
  search(query: string, options?: SearchOptions): Promise<SearchResult>
  /** By document id, path, chunk id (`ck_…`) or citation (`path:start-end`). */
  get(reference: string): Promise<DocumentText>
  list(filters?: SearchFilters): Promise<readonly DocumentView[]>
  close(): Promise<void>
}
