import type { Payload, SearchResult } from '@pinakes/retrieve'
import type { OutputFormat } from './flags/format.js'
import type { CommandIo } from './io.js'
import { toJson } from './output/json.js'
import { fileLines } from './output/search-files.js'
import { renderSearch } from './output/search-human.js'
import { renderMarkdown } from './output/search-markdown.js'
import { cautions } from './output/search-summary.js'
import { type Style, style } from './output/style.js'

export interface Printing {
  readonly format: OutputFormat
  /** The result as JSON. */
  readonly payload: (result: SearchResult) => Payload
  /** What is said below everything else, in words. */
  readonly closing: readonly string[]
}

/** Writes `result` to stdout in the format asked for. What a list of files cannot say goes to stderr. */
export function printSearch(io: CommandIo, result: SearchResult, printing: Printing): void {
  if (printing.format === 'files') printFiles(io, result)
  else io.out.write(`${rendered(result, printing, style(io.out.colour))}\n`)
}

function rendered(result: SearchResult, { format, payload, closing }: Printing, own: Style): string {
  if (format === 'json') return toJson(payload(result))
  return format === 'md' ? renderMarkdown(result, closing) : renderSearch(result, own, closing)
}

function printFiles(io: CommandIo, result: SearchResult): void {
  for (const path of fileLines(result)) io.out.write(`${path}\n`)
  for (const line of cautions(result, style(io.err.colour))) io.err.write(`${line}\n`)
}
