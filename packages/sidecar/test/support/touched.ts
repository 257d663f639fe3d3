import { isMap, isScalar, parseDocument } from 'yaml'

/** The bytes of a text that an edit of one top-level key may touch; UTF-16 offsets, half-open. */
export interface Region {
  readonly start: number
  readonly end: number
}

/**
 * Where the entry of a top-level key lies, found with the YAML library's own nodes: from the comments right above it to
 * the end of its last line that is neither blank nor a comment. Null if the key is absent.
 */
export function touchedRegion(text: string, key: string): Region | null {
  const source = text.replace(/^\ufeff/, '\n').replace(/\r(?!\n)/g, '\n')
  const root = parseDocument(source, { schema: 'failsafe', logLevel: 'error' }).contents
  if (!isMap(root)) return null
  const index = root.items.findIndex((pair) => isScalar(pair.key) && pair.key.source === key)
  const start = startOf(root.items[index]?.key)
  if (start === null) return null
  const next = startOf(root.items[index + 1]?.key)
  if (root.flow)
    return { start: previousBracket(source, start), end: next ?? (root.range?.[1] ?? text.length) - 1 }
  return { start: leadingComments(source, lineStart(source, start)), end: contentEnd(source, start, next) }
}

function startOf(key: unknown): number | null {
  return isScalar(key) ? (key.range?.[0] ?? null) : null
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** In a flow root the comma before an entry may go with it. */
function previousBracket(text: string, offset: number): number {
  return Math.max(text.lastIndexOf(',', offset - 1), text.lastIndexOf('{', offset - 1) + 1, 0)
}

function leadingComments(text: string, offset: number): number {
  let start = offset
  while (start > 1) {
    const above = lineStart(text, start - 1)
    if (!/^ *#/.test(text.slice(above, start))) break
    start = above
  }
  return start
}

function contentEnd(text: string, from: number, next: number | null): number {
  let end = next === null ? text.length : lineStart(text, next)
  while (end > from) {
    const above = lineStart(text, text[end - 1] === '\n' ? end - 1 : end)
    if (above <= from || !/^\s*(?:#.*|\.\.\.)?$/.test(text.slice(above, end).trimEnd())) break
    end = above
  }
  return end
}
