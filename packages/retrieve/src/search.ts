import type { Embedder, Reranker } from '@pinakes/embed'
import type { Manifest } from '@pinakes/manifest'
import { type ChannelHits, type ExpansionInput, expandHits, gatherHits } from './channels.js'
import type { WantedEmbedding } from './coherence.js'
import type { ExpansionChannel, SearchOptions, SearchResult } from './contracts.js'
import { hydrate } from './hydrate.js'
import type { IndexAccess } from './index-access.js'
import type { LazyModel } from './lazy-model.js'
import { embedSearch } from './query-vectors.js'
import { rerank } from './rerank.js'
import { type CheckedSearch, checkSearch } from './search-options.js'
import { type SearchOutcome, toResult } from './search-result.js'

/** Everything a search of one KB draws on. */
export interface SearchSession {
  readonly root: string
  readonly manifest: Manifest
  readonly index: IndexAccess
  readonly embedder: LazyModel<Embedder>
  /** Null when the manifest asks for none and none was given. */
  readonly reranker: LazyModel<Reranker> | null
  readonly expansion: ExpansionChannel | null
  /** The embedder the index must have been built by. */
  wanted(): Promise<WantedEmbedding>
}

/**
 * The passages that answer `query` best (spec: retrieval §5). In order: check the request, refuse an index of another
 * embedder, gather the ranked lists, fuse, rerank, judge, shape, compare with the files. What could not run is said in
 * `channels`, never left out in silence.
 */
export async function search(
  session: SearchSession,
  query: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { manifest } = session
  const { signal, onStep } = options
  const request = checkSearch(query, options, manifest.retrieval)
  signal?.throwIfAborted()
  onStep?.('models')
  const prepared = await prepare(session, request)
  signal?.throwIfAborted()
  onStep?.('candidates')
  const { hits, graph } = gather(session, request, prepared, onStep)
  const { reader } = prepared.index
  const fused = hydrate({ reader, hits, query: request.query, fusionTopK: manifest.retrieval.fusionTopK })
  onStep?.('rerank')
  const ranked = await rerank(session.reranker, request.query, fused)
  signal?.throwIfAborted()
  return toResult(session, request, { ...prepared, ranked, graph })
}

type Prepared = Omit<SearchOutcome, 'ranked' | 'graph'>

/** Loads model and index side by side; the gate runs on what is known first, so that a refusal need not wait. */
async function prepare(session: SearchSession, request: CheckedSearch): Promise<Prepared> {
  const loading = session.embedder.get()
  const wanted = await session.wanted()
  const reader = await session.index.reader()
  session.index.check(reader, wanted)
  const { model: vectors, missing } = await embedSearch(await loading, request)
  const loaded = vectors === null ? wanted : { ...wanted, fingerprint: vectors.info.fingerprint }
  return { index: session.index.check(reader, loaded), vectors, missing }
}

function gather(
  session: SearchSession,
  request: CheckedSearch,
  { index, vectors }: Prepared,
  onStep: SearchOptions['onStep'],
): { hits: ChannelHits; graph: SearchOutcome['graph'] } {
  const { retrieval } = session.manifest
  const input = { reader: index.reader, request, vectors, limit: retrieval.candidatesPerSource }
  const hits = gatherHits(input)
  if (retrieval.graphChannel === 'off')
    return { hits, graph: { skipped: 'graph_channel = "off" in the manifest' } }
  const { expansion } = session
  if (expansion === null) return { hits, graph: { skipped: 'no graph channel was given' } }
  onStep?.('graph')
  const { fusionTopK, adjacentK } = retrieval
  const expanded: ExpansionInput = { ...input, expansion, fusionTopK, adjacentK }
  return { hits: expandHits(hits, expanded), graph: { name: expansion.name } }
}
