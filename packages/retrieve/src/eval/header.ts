import { keptKinds } from '@pinakes/graph'
import { chunkingDrift, openIndexReader } from '@pinakes/index'
import { compareCodePoints, kbPaths, loadManifest, type Manifest } from '@pinakes/manifest'
import type { GraphOptions } from '../contracts.js'
import { RetrieveError } from '../errors.js'
import { withGraphChannel } from '../graph-channel.js'

/** Which search was measured: the head of `eval/outcomes.json`, keys as they stand there. */
export interface EvalHeader {
  readonly schema: 1
  readonly k: number
  readonly graph_channel: string
  readonly edge_kinds: readonly string[]
  readonly dropped: readonly string[]
  readonly ranking: { readonly link_distance: boolean; readonly in_degree_salience: boolean }
  readonly chunking: Readonly<Record<string, string | number>>
  readonly embedding: { readonly provider: string; readonly model: string; readonly dim: number }
  readonly rerank: { readonly provider: string; readonly model: string } | null
  readonly retrieval: Readonly<Record<string, string | number>>
}

/** What was asked for beyond the manifest. */
export interface AskedFor {
  readonly k: number
  /** How the KB was opened. */
  readonly graph?: GraphOptions | undefined
}

/**
 * The header for the KB at `root` as it is: manifest and index.
 * @throws RetrieveError `RETRIEVE_EVAL_DRIFT` when the index was chunked otherwise; ManifestError, IndexError
 */
export function evalHeader(root: string, { k, graph }: AskedFor): EvalHeader {
  const manifest = withGraphChannel(loadManifest(root), graph)
  const meta = readMeta(root)
  refuseDrift(meta, manifest)
  return headerOf(manifest, { k, graph, tier: meta.get('vector_tier') ?? manifest.retrieval.vectorTier })
}

function readMeta(root: string): ReadonlyMap<string, string> {
  const reader = openIndexReader(kbPaths(root).index)
  try {
    return reader.meta()
  } finally {
    reader.close()
  }
}

/** The header as data: `tier` is the one that the index was built with, never `auto`. */
export function headerOf(
  { chunking, embedding, rerank, retrieval }: Manifest,
  { k, graph = {}, tier }: AskedFor & { readonly tier: string },
): EvalHeader {
  const { drop = [], linkDistance = true, inDegreeSalience = false } = graph
  const reranks = retrieval.rerank !== 'none'
  return {
    schema: 1,
    k,
    graph_channel: retrieval.graphChannel,
    edge_kinds: retrieval.graphChannel === 'off' ? [] : keptKinds(drop),
    dropped: [...new Set(drop)].sort(compareCodePoints),
    ranking: { link_distance: linkDistance, in_degree_salience: inDegreeSalience },
    chunking: {
      max_tokens: chunking.maxTokens,
      overlap: chunking.overlap,
      headings: chunking.headings,
      metadata: chunking.metadata,
    },
    embedding: { provider: embedding.provider, model: embedding.model, dim: embedding.dim },
    rerank: reranks ? { provider: rerank.provider, model: rerank.model } : null,
    retrieval: {
      candidates_per_source: retrieval.candidatesPerSource,
      fusion: retrieval.fusion,
      fusion_top_k: retrieval.fusionTopK,
      final_k: retrieval.finalK,
      rerank: retrieval.rerank,
      vector_tier: retrieval.vectorTier,
      vector_tier_resolved: tier,
      adjacent_k: retrieval.adjacentK,
    },
  }
}

/** Search tolerates drift; figures of it would be of neither setting. */
function refuseDrift(meta: ReadonlyMap<string, string>, { chunking }: Manifest): void {
  const changes = chunkingDrift(meta, chunking)
  if (changes.length === 0) return
  const named = changes.map(({ key, recorded, current }) => `${key}: ${recorded} -> ${current}`).join(', ')
  throw new RetrieveError({
    code: 'RETRIEVE_EVAL_DRIFT',
    message: `The index was chunked with other settings than the manifest has (${named})`,
    remedy: 'Run `pnk sync --rebuild`, then evaluate again.',
    details: { changes },
  })
}

/** The settings in which two runs differ, as `embedding.model: a -> b`, in the order of the header. */
export function headerDifferences(now: EvalHeader, before: Readonly<Record<string, unknown>>): string[] {
  const earlier = flatten(before)
  return [...flatten({ ...now })].flatMap(([key, value]) => {
    const old = earlier.get(key)
    return old === undefined || old === value ? [] : [`${key}: ${old} -> ${value}`]
  })
}

/** Leaves by dotted key, as JSON without quotes. A key that an older file lacks is no difference. */
function flatten(value: Readonly<Record<string, unknown>>, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, own]) =>
      typeof own === 'object' && own !== null && !Array.isArray(own)
        ? [...flatten(own as Readonly<Record<string, unknown>>, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, typeof own === 'string' ? own : JSON.stringify(own)] as const],
    ),
  )
}
