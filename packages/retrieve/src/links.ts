import type { Embedder } from '@pinakes/embed'
import type { Traversal, TraverseBounds } from '@pinakes/graph'
import type { IndexReader } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import { checkEmbeddingCoherence, type WantedEmbedding } from './coherence.js'
import type { LinksOptions, LinksResult, NoNeighbours } from './contracts.js'
import { findActiveDocument } from './document-reference.js'
import type { IndexAccess } from './index-access.js'
import type { LazyModel } from './lazy-model.js'
import { embedSearch } from './query-vectors.js'
import { checkQuery } from './search-options.js'

export interface LinksSession {
  readonly root: string
  readonly manifest: Manifest
  readonly index: IndexAccess
  readonly embedder: LazyModel<Embedder>
  wanted(): Promise<WantedEmbedding>
}

/**
 * The links around the document that `reference` names. A query ranks them by meaning; if its model is missing, links
 * are ranked as without one and `degraded` says so.
 * @throws GraphError `TRAVERSE_DIRECTION_INVALID`; RetrieveError `RETRIEVE_REFERENCE_INVALID`, `RETRIEVE_NOT_FOUND`;
 * with a query also `RETRIEVE_QUERY_EMPTY`, `RETRIEVE_QUERY_INVALID`, `RETRIEVE_INDEX_INCOMPLETE`, `RETRIEVE_COHERENCE`
 */
export async function links(
  session: LinksSession,
  reference: string,
  options: LinksOptions = {},
): Promise<LinksResult> {
  // Loaded with the first walk: it brings the package of the index along.
  const { traverseBounds, traverseLinks } = await import('@pinakes/graph')
  const { root, manifest } = session
  const { signal } = options
  const { adjacentK } = manifest.retrieval
  const bounds = traverseBounds(options, adjacentK)
  const query = options.query === undefined ? null : checkQuery(options.query)
  signal?.throwIfAborted()
  const reader = await session.index.reader()
  const kbId = manifest.kb.id
  const scope = { reader, root, kbId }
  findActiveDocument(scope, reference)
  const ranking = query === null ? UNRANKED : await rankBy(session, reader, query)
  signal?.throwIfAborted()
  return reader.snapshot(() => {
    if (ranking.wanted !== null) checkEmbeddingCoherence(reader.meta(), ranking.wanted)
    const { id, path, title } = findActiveDocument(scope, reference)
    const found = traverseLinks({ reader, kbId, docId: id, adjacentK, query: ranking.vector }, options)
    return { kbId, path, title, ...found, empty: whyEmpty(found, bounds), degraded: ranking.degraded }
  })
}

interface Ranking {
  readonly vector: Float32Array | null
  /** The embedder that the index must be of; null: nothing is compared. */
  readonly wanted: WantedEmbedding | null
  readonly degraded: string | null
}

const UNRANKED: Ranking = { vector: null, wanted: null, degraded: null }

/** The query as a vector; what can be refused without the model is refused before waiting for it. */
async function rankBy(session: LinksSession, reader: IndexReader, query: string): Promise<Ranking> {
  const wanted = await session.wanted()
  checkEmbeddingCoherence(reader.meta(), wanted)
  const { model, missing } = await embedSearch(await session.embedder.get(), { query, concepts: [] })
  if (model === null) return { ...UNRANKED, degraded: `links are not ranked by the query: ${missing}` }
  return {
    vector: model.query,
    wanted: { ...wanted, fingerprint: model.info.fingerprint },
    degraded: null,
  }
}

function whyEmpty(found: Traversal, bounds: TraverseBounds): NoNeighbours | null {
  if (found.neighbours.length > 0) return null
  if (bounds.rel !== null || bounds.direction !== 'both' || bounds.depth < 1) return 'arguments'
  if (found.frontier.length > 0 || found.truncated.length > 0) return 'bounds'
  return found.unresolved.length > 0 ? 'unresolved' : 'none'
}
