import type { ModelInfo } from '@pinakes/embed'
import type { VectorTier } from '@pinakes/index'
import type { ChannelReport } from './contracts.js'

/** What each channel of a search did. */
export interface ChannelOutcomes {
  readonly vector: { readonly info: ModelInfo; readonly tier: VectorTier } | { readonly skipped: string }
  readonly graph: { readonly name: string } | { readonly skipped: string }
  readonly rerank: { readonly info: ModelInfo } | { readonly skipped: string }
  /** How many of each were asked for. */
  readonly asked: { readonly entities: number; readonly concepts: number }
}

const BM25 = 'BM25 (SQLite FTS5)'

/** One report a channel, in the order in which they run. The keyword channel always runs. */
export function channelReports({ vector, graph, rerank, asked }: ChannelOutcomes): ChannelReport[] {
  return [
    { channel: 'bm25', ran: true, detail: BM25 },
    modelReport('vector', vector),
    'name' in graph
      ? { channel: 'graph', ran: true, detail: graph.name }
      : { channel: 'graph', ran: false, detail: graph.skipped },
    ...(asked.entities === 0 ? [] : [{ channel: 'entities', ran: true, detail: BM25 } as const]),
    ...(asked.concepts === 0 ? [] : [modelReport('concepts', vector)]),
    modelReport('rerank', rerank),
  ]
}

function modelReport(
  channel: 'vector' | 'concepts' | 'rerank',
  outcome: ChannelOutcomes['vector'] | ChannelOutcomes['rerank'],
): ChannelReport {
  if ('skipped' in outcome) return { channel, ran: false, detail: outcome.skipped }
  const model = modelFingerprint(outcome.info)
  const scan = 'tier' in outcome ? { tier: outcome.tier } : {}
  return { channel, ran: true, detail: `${outcome.info.provider} ${model}`, model, ...scan }
}

/** `model@revision`, or `model` when no revision is pinned: what `fitted_for` names. */
export function modelFingerprint({ model, revision }: ModelInfo): string {
  return revision === null ? model : `${model}@${revision}`
}
