import { displayPath } from '@pinakes/manifest'
import type { Passage, SearchResult } from '@pinakes/retrieve'
import { CHANGED_NOTE } from './changed-note.js'
import { escapeText } from './escape.js'
import { count, indent } from './lines.js'
import type { Style } from './style.js'

export interface SearchRendering {
  readonly style: Style
  /** What a reader may run when the passages do not settle the question; null when this build has no such command. */
  readonly escalation: string | null
}

/**
 * A search result for people: `[n] path - heading`, the text indented by four, `(citation)`,
 * a `!` line per warning, then the confidence. Plain text when the style is plain; no final newline.
 */
export function renderSearch(result: SearchResult, rendering: SearchRendering): string {
  const passages = result.passages.map((passage, i) => renderPassage(passage, i + 1, rendering.style))
  return [...passages, renderSummary(result, rendering)].join('\n\n')
}

function renderPassage(passage: Passage, number: number, style: Style): string {
  const place = passage.headingPath ?? passage.title
  const path = style.strong(displayPath(passage.path))
  const heading = place === null ? '' : ` - ${displayPath(place)}`
  return [
    `${style.accent(`[${number}]`)} ${path}${heading}`,
    indent(escapeText(passage.text), 4),
    indent(style.faint(`(${displayPath(passage.citation)})`), 4),
    ...warnings(passage).map((warning) => indent(style.caution(`! ${warning}`), 4)),
  ].join('\n')
}

function warnings(passage: Passage): string[] {
  const found: string[] = []
  if (passage.staleExtraction !== null) {
    found.push(`text from another extraction: ${displayPath(passage.staleExtraction)}`)
  }
  if (passage.changedSinceIndex) found.push(CHANGED_NOTE)
  if (passage.instructionLike) {
    found.push(`reads like an instruction to a model (${passage.instructionSignals.join(', ')})`)
  }
  return found
}

function renderSummary(result: SearchResult, { style, escalation }: SearchRendering): string {
  const unsettled = result.confidence === 'low' || result.confidence === 'unknown'
  return [
    ...(result.passages.length === 0 ? ['no passages found'] : []),
    ...cuts(result),
    ...(result.degraded === null ? [] : [style.caution(displayPath(result.degraded))]),
    ...result.notices.map((notice) => `note: ${displayPath(notice)}`),
    `confidence: ${style.strong(result.confidence)} - ${displayPath(result.confidenceReason)}`,
    ...(unsettled && escalation !== null ? [escalation] : []),
  ].join('\n')
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
