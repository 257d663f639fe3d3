import type { SearchFilters } from '@pinakes/retrieve'
import type { SourceDocument } from './source-documents.js'

export interface Grep {
  /** Paths of the best `limit` documents; those with no word of the query are absent. */
  rank(query: string, filters: SearchFilters, limit: number): string[]
}

/**
 * What a person gets from `grep -il` for every word: documents by the number of distinct words of the query that they
 * hold as plain substrings, letter case ignored; ties in the order of `documents`.
 */
export function grep(documents: readonly SourceDocument[]): Grep {
  const texts = documents.map(({ text }) => text.toLowerCase())
  const found = new Map<string, Uint8Array>()
  const holders = (word: string): Uint8Array => {
    const known = found.get(word) ?? Uint8Array.from(texts, (text) => Number(text.includes(word)))
    found.set(word, known)
    return known
  }
  return {
    rank: (query, filters, limit) => {
      const words = queryWords(query).map(holders)
      return documents
        .map((document, i) => ({ document, words: words.reduce((sum, held) => sum + (held[i] ?? 0), 0) }))
        .filter((one) => one.words > 0 && passes(one.document, filters))
        .sort((a, b) => b.words - a.words)
        .slice(0, limit)
        .map(({ document }) => document.path)
    },
  }
}

/** What stands between blanks, without punctuation around it, lower-case, each once. */
export function queryWords(query: string): string[] {
  const words = query.toLowerCase().split(/\s+/)
  const bare = words.map((word) => word.replaceAll(/^[^\p{L}\p{N}#-]+|[^\p{L}\p{N}]+$/gu, ''))
  return [...new Set(bare.filter((word) => word !== ''))]
}

/** The filters that golden sets may have. */
function passes({ path, tags }: SourceDocument, filters: SearchFilters): boolean {
  if (filters.pathPrefix !== undefined && !path.startsWith(filters.pathPrefix)) return false
  if (filters.sourceType !== undefined && filters.sourceType !== sourceTypeOf(path)) return false
  return (filters.tags ?? []).every((tag) => tags.includes(tag))
}

function sourceTypeOf(path: string): string {
  return path.endsWith('.md') ? 'markdown' : 'text'
}
