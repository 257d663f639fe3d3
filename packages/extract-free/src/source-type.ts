import type { SourceType } from './contracts.js'

const BY_SUFFIX: ReadonlyMap<string, SourceType> = new Map([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['pdf', 'pdf'],
  ...['py', 'js', 'ts', 'rs', 'go', 'java', 'c', 'h', 'cpp', 'sh'].map((suffix) => [suffix, 'code'] as const),
])

/**
 * How the document at `path` is read: decided by what follows the last dot of its name, in any case. A name without
 * a dot, or with an unknown suffix, is `text`.
 */
export function sourceTypeOf(path: string): SourceType {
  return BY_SUFFIX.get(suffixOf(path).toLowerCase()) ?? 'text'
}

/** What follows the last dot of the file name, as written; empty if there is no dot. */
export function suffixOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') ? path.slice(dot + 1) : ''
}
