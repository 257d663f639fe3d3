import type { Embedder, Reranker } from '@pinakes/embed'
import type { Asked, IndexReader } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import { type ChannelHits, type ChannelInput, expandHits, gatherHits } from './channels.js'
import { checkEmbeddingCoherence, type WantedEmbedding } from './coherence.js'
import type { ExpansionChannel, SearchOptions, SearchResult } from './contracts.js'
import { hydrate } from './hydrate.js'
import type { IndexAccess } from './index-access.js'
import type { LazyModel, Loading } from './lazy-model.js'
import { embedSearch, type QueryVectors } from './query-vectors.js'
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
 * The passages that answer `query` best. In order: check the request, refuse an index of another
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
  const { reader, embedding } = prepared
  signal?.throwIfAborted()
  onStep?.('candidates')
  const found = reader.snapshot(() => collect(session, { request, ...prepared, onStep }))
  onStep?.('rerank')
  const ranked = await rerank(session.reranker, request.query, found.candidates)
  signal?.throwIfAborted()
  return toResult(session, request, {
    ...found,
    ranked,
    vectors: embedding.model,
    missing: embedding.missing,
  })
}

interface Prepared {
  readonly reader: IndexReader
  readonly asked: Asked
  readonly wanted: WantedEmbedding
  readonly embedding: Loading<QueryVectors>
}

/** Loads the model while the index is opened; what can be refused without the model is refused before waiting for it. */
async function prepare(session: SearchSession, request: CheckedSearch): Promise<Prepared> {
  const loading = session.embedder.get()
  const wanted = await session.wanted()
  const reader = await session.index.reader()
  checkEmbeddingCoherence(reader.meta(), wanted)
  const asked = await session.index.asked(request.query)
  const embedding = await embedSearch(await loading, request)
  const weights = embedding.model === null ? {} : { fingerprint: embedding.model.info.fingerprint }
  return { reader, asked, wanted: { ...wanted, ...weights }, embedding }
}

interface CollectInput extends Prepared {
  readonly request: CheckedSearch
  readonly onStep: SearchOptions['onStep']
}

/** Gate, lists, fusion and text of one state of the index. */
function collect(session: SearchSession, input: CollectInput) {
  const { request, reader, asked, wanted, embedding, onStep } = input
  const { retrieval } = session.manifest
  const index = session.index.check(reader, wanted)
  const limit = retrieval.candidatesPerSource
  const channels = { reader, request, vectors: embedding.model, limit }
  const { hits, graph } = expand(session, gatherHits(channels), channels, onStep)
  const { fusionTopK } = retrieval
  return {
    index,
    graph,
    candidates: hydrate({ reader, hits, query: request.query, asked, limit, fusionTopK }),
  }
}

const OFF = 'graph_channel = "off" in the manifest'

function expand(
  { manifest, expansion }: SearchSession,
  hits: ChannelHits,
  input: ChannelInput,
  onStep: SearchOptions['onStep'],
): { hits: ChannelHits; graph: SearchOutcome['graph'] } {
  const { graphChannel, fusionTopK, adjacentK } = manifest.retrieval
  if (graphChannel === 'off' || expansion === null) return { hits, graph: { skipped: OFF } }
  onStep?.('graph')
  return {
    hits: expandHits(hits, { ...input, expansion, fusionTopK, adjacentK }),
    graph: { name: expansion.name },
  }
}
