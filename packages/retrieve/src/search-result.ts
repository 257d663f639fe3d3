import type { Candidate } from './candidates.js'
import { type ChannelOutcomes, channelReports, modelFingerprint } from './channel-report.js'
import { citationOf } from './citation.js'
import { type ConfidenceVerdict, confidenceOf } from './confidence.js'
import type { SearchResult } from './contracts.js'
import { changedPaths, type FileChange } from './freshness.js'
import type { CheckedIndex } from './index-access.js'
import { toPassage } from './passage.js'
import type { QueryVectors } from './query-vectors.js'
import type { Reranked } from './rerank.js'
import type { SearchSession } from './search.js'
import type { CheckedSearch } from './search-options.js'
import { shape } from './shaping.js'

/** What the steps of a search left behind. */
export interface SearchOutcome {
  readonly index: CheckedIndex
  readonly vectors: QueryVectors | null
  /** Why there are no vectors. */
  readonly missing: string | null
  readonly graph: ChannelOutcomes['graph']
  readonly ranked: Reranked
}

/** The answer that is returned: judged as a whole, then shaped, then compared with the files on disk. */
export async function toResult(
  session: Pick<SearchSession, 'root' | 'manifest'>,
  request: CheckedSearch,
  outcome: SearchOutcome,
): Promise<SearchResult> {
  const { index, missing, ranked } = outcome
  const verdict = judge(session, request, outcome)
  const shaped = shape(ranked.candidates.map(shapeable), request)
  const documents = shaped.kept.map(({ candidate }) => candidate.row.document)
  const stamps = index.reader.stamps([...new Set(documents.map(({ path }) => path))])
  const changed = await changedPaths(session.root, documents, stamps)
  const served = { staleExtractions: index.staleExtractions, changed }
  return {
    query: request.query,
    kbId: session.manifest.kb.id,
    buildId: index.meta.get('build_id') ?? null,
    confidence: verdict.confidence,
    confidenceReason: verdict.reason,
    considered: ranked.candidates.length,
    passages: shaped.kept.map(({ candidate }) => toPassage(candidate, served)),
    channels: channelReports(channelOutcomes(request, outcome)),
    degraded: missing === null ? null : `keyword only: ${missing}`,
    notices: [...request.notices, ...rerankNotice(ranked), ...changeNotice(changed)],
    dropped: { perDocument: shaped.droppedPerDocument },
    omitted: shaped.omitted.map(({ candidate: { row }, docId, tokenCount }) => ({
      docId,
      citation: citationOf({ ...row, path: row.document.path }),
      tokenCount,
    })),
    tokensReturned: shaped.tokensReturned,
  }
}

function shapeable(candidate: Candidate) {
  return { candidate, docId: candidate.row.document.id, tokenCount: candidate.row.tokenCount }
}

/** Reads the whole ranking, before any cap or budget. */
function judge(
  { manifest }: Pick<SearchSession, 'manifest'>,
  { filter }: CheckedSearch,
  { index, ranked }: SearchOutcome,
): ConfidenceVerdict {
  const { candidates, info } = ranked
  return confidenceOf(candidates, {
    calibration: manifest.retrieval.confidence,
    reranker: info === null ? null : modelFingerprint(info),
    ...(candidates.length === 0 ? { emptyReason: emptyReason(index, filter) } : {}),
  })
}

function emptyReason({ reader }: CheckedIndex, filter: CheckedSearch['filter']): string {
  if (reader.countChunks(filter) > 0) return 'no candidates'
  return Object.keys(filter).length > 0 ? 'nothing matched the filters' : 'the index holds no passages'
}

function channelOutcomes(
  { entities, concepts, filter }: CheckedSearch,
  { index, vectors, missing, graph, ranked }: SearchOutcome,
): ChannelOutcomes {
  return {
    vector:
      vectors === null
        ? { skipped: missing ?? 'no embedder' }
        : { info: vectors.info, tier: index.reader.vectorTier(filter) },
    graph,
    rerank: ranked.info === null ? { skipped: ranked.skipped ?? 'no reranker' } : { info: ranked.info },
    asked: { entities: entities.length, concepts: concepts.length },
  }
}

/** Without it an answer in another order than asked for would look like any other. */
function rerankNotice({ failed, skipped }: Reranked): string[] {
  return failed ? [`not reranked: ${skipped}`] : []
}

function changeNotice(changes: ReadonlyMap<string, FileChange>): string[] {
  const gone = [...changes.values()].filter((change) => change === 'gone').length
  const changed = changes.size - gone
  return [
    ...(changed === 0
      ? []
      : [`${changed === 1 ? '1 cited file has' : `${changed} cited files have`} changed`]),
    ...(gone === 0 ? [] : [`${gone === 1 ? '1 cited file is' : `${gone} cited files are`} gone`]),
  ].map((notice) => `${notice} since the last sync: run \`pnk sync\``)
}
