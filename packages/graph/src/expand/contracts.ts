import type { ChunkFilter, IndexReader } from '@pinakes/index'
import type { EdgeKind } from '../edge-kinds.js'

/** Over which graph the channel walks, and what ranks what it meets. */
export interface ExpandOptions {
  /** The id of the index's own KB: links within it are edges. */
  readonly kbId: string
  /** Kinds of edges to walk over. Default: all. */
  readonly kinds?: readonly EdgeKind[]
  /** Whether fewer hops break ties between equal cosines. Default true. */
  readonly linkDistance?: boolean
  /** Whether documents gain by the links that point at them: cosine x (1 + ln(1 + links)). Default false. */
  readonly inDegreeSalience?: boolean
}

/** What an expansion starts from. */
export interface ExpandRequest {
  readonly reader: IndexReader
  /** Ids of the chunks that are found already, best first; they are not returned. */
  readonly roots: readonly number[]
  /** L2-normalised; null: every chunk counts as equally near. */
  readonly queryVector: Float32Array | null
  readonly filter: ChunkFilter
  readonly limit: number
  /** Most chunks kept of one place that is looked at, and most documents that one leads on to. */
  readonly adjacentK: number
}

/** `rank` is one-based. */
export interface ExpandHit {
  readonly chunkId: number
  readonly rank: number
  /** Hops from a root, 1 or 2. */
  readonly distance: number
}

/** A ranked list of chunks around those that a search has found. */
export interface ExpandChannel {
  readonly name: string
  /** To be called inside a snapshot of `request.reader`. Deterministic: the same index and query give the same list. */
  expand(request: ExpandRequest): readonly ExpandHit[]
}
