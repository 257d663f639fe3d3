import type { IndexReader } from '@pinakes/index'
import { traverseBounds } from './bounds.js'
import type { Traversal, TraverseOptions } from './contracts.js'
import { expandLinks } from './expand-links.js'
import { walk } from './walk.js'

/** Where a walk over links starts, and how far it may go. */
export interface TraverseInput {
  /** Read in one snapshot. */
  readonly reader: IndexReader
  /** The id of the reader's own KB. */
  readonly kbId: string
  /** The document to start from: active, of this KB. */
  readonly docId: string
  /** The manifest's `adjacent_k`, for options without one. */
  readonly adjacentK?: number
  /** Ranks documents by their nearest chunk; of the embedder that built the index. Without one links weigh the same. */
  readonly query?: Float32Array | null
}

/**
 * The links around a document of the index, from both its own and those of partners that point here. Documents of other
 * KBs are shown and never followed.
 * @throws GraphError `TRAVERSE_DIRECTION_INVALID`; IndexError as the reader does
 */
export function traverseLinks(input: TraverseInput, options: TraverseOptions = {}): Traversal {
  const { reader, kbId, docId, adjacentK, query = null } = input
  const bounds = traverseBounds(options, adjacentK)
  return reader.snapshot(() =>
    walk({ start: { kbId, docId }, expand: expandLinks({ reader, kbId, bounds, query }), bounds }),
  )
}
