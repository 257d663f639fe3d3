import { displayPath } from '@pinakes/manifest'
import type { Passage, SearchResult } from '@pinakes/retrieve'
import { escapeText } from './escape.js'
import { passageWarnings } from './passage-warnings.js'
import { summaryLines } from './search-summary.js'
import { style } from './style.js'

/**
 * A search result as Markdown, for a note or a prompt: a section per passage with its citation, and its text in a fence
 * longer than any that the text holds, so that no document can close it. Then what ran, the confidence, and `closing`.
 */
export function renderMarkdown(result: SearchResult, closing: readonly string[] = []): string {
  const passages = result.passages.map((passage, i) => passageSection(passage, i + 1))
  const summary = [...summaryLines(result, style(false)), ...closing].map((line) => `- ${inline(line)}`)
  return [`# ${inline(displayPath(result.query))}`, ...passages, summary.join('\n')].join('\n\n')
}

function passageSection(passage: Passage, number: number): string {
  const text = escapeText(passage.text)
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return [
    `## ${number}. ${inline(displayPath(passage.citation))}`,
    `${fence}text\n${text}\n${fence}`,
    ...passageWarnings(passage).map((warning) => `**Note:** ${inline(warning)}`),
  ].join('\n\n')
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

/** One line of plain words in Markdown: whatever could be markup in it is escaped. */
function inline(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&!]/g, '\\$&')
}
