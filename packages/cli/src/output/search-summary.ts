import { displayPath } from '@pinakes/manifest'
import type { Channel, SearchResult } from '@pinakes/retrieve'
import { count } from './lines.js'
import type { Style } from './style.js'

/** What stands below the passages: what was left out, what ran and what did not, how far the answer may be trusted. */
export function summaryLines(result: SearchResult, style: Style): string[] {
  return [
    ...(result.passages.length === 0 ? ['no passages found'] : []),
    ...cuts(result),
    ...cautions(result, style),
    ...channelLines(result).map(style.faint),
    `confidence: ${style.strong(result.confidence)} - ${displayPath(result.confidenceReason)}`,
  ]
}

/** Says which bound took passages away, and how many. */
function cuts(result: SearchResult): string[] {
  const lines: string[] = []
  if (result.dropped.perDocument > 0) {
    lines.push(`left out by --max-per-document: ${count(result.dropped.perDocument, 'passage')}`)
  }
  if (result.omitted.length > 0) {
    const each = result.omitted.map((o) => `${displayPath(o.citation)} (${count(o.tokenCount, 'token')})`)
    lines.push(`left out by --max-tokens: ${each.join(', ')}`)
  }
  return lines
}

/** What makes the answer less than it should be. */
export function cautions({ degraded, notices }: SearchResult, style: Style): string[] {
  return [
    ...(degraded === null ? [] : [style.caution(displayPath(degraded))]),
    ...notices.map((notice) => `note: ${displayPath(notice)}`),
  ]
}

/** Which channels answered, with what, from which build of the index; then those that did not, with the reason. */
function channelLines({ channels, degraded, buildId }: SearchResult): string[] {
  const ran = channels.filter((one) => one.ran)
  // Why there are no vectors is said by the line on keyword search.
  const idle = channels.filter((one) => !one.ran && !(one.channel === 'vector' && degraded !== null))
  const by = ran.map(({ channel, detail }) => `${NAMES[channel]} by ${displayPath(detail)}`)
  const not = idle.map(({ channel, detail }) => `${NAMES[channel]} (${displayPath(detail)})`)
  return [
    `searched: ${by.join('; ')}; index build ${buildId ?? 'not recorded'}`,
    ...(not.length === 0 ? [] : [`did not run: ${not.join('; ')}`]),
  ]
}

const NAMES: Readonly<Record<Channel, string>> = {
  bm25: 'keywords',
  vector: 'vectors',
  graph: 'graph',
  entities: 'entities',
  concepts: 'concepts',
  rerank: 'reranking',
}
