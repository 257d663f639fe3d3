import type { ModelInfo } from '@pinakes/embed'
import type { ChannelReport } from './contracts.js'

/** What each channel of a search did. */
export interface ChannelOutcomes {
  readonly vector: { readonly info: ModelInfo } | { readonly skipped: string }
  readonly graph: { readonly name: string } | { readonly skipped: string }
  readonly rerank: { readonly info: ModelInfo } | { readonly skipped: string }
}

/** One report a channel, in the order in which they run. The keyword channel always runs. */
export function channelReports({ vector, graph, rerank }: ChannelOutcomes): ChannelReport[] {
  return [
    { channel: 'bm25', ran: true, detail: 'BM25 (SQLite FTS5)' },
    report('vector', 'info' in vector ? { ran: modelName(vector.info) } : vector),
    report('graph', 'name' in graph ? { ran: graph.name } : graph),
    report('rerank', 'info' in rerank ? { ran: modelName(rerank.info) } : rerank),
  ]
}

function report(
  channel: ChannelReport['channel'],
  outcome: { readonly ran: string } | { readonly skipped: string },
): ChannelReport {
  return 'ran' in outcome
    ? { channel, ran: true, detail: outcome.ran }
    : { channel, ran: false, detail: outcome.skipped }
}

function modelName(info: ModelInfo): string {
  return `${info.provider} ${modelFingerprint(info)}`
}

/** `model@revision`, or `model` when no revision is pinned: what `fitted_for` names. */
export function modelFingerprint({ model, revision }: ModelInfo): string {
  return revision === null ? model : `${model}@${revision}`
}
