/** The tokenizer of `chunks_fts`: the value of its `tokenize` option. */
export const FTS_TOKENIZER = 'porter unicode61 remove_diacritics 2'

/** What is known of a chunk when it is indexed. */
export interface LexicalInput {
  readonly text: string
  readonly headingPath: string | null
  readonly title: string | null
  readonly tags: readonly string[]
}

/** The columns of `chunks_fts` beside `text`. */
export interface LexicalColumns {
  /** Derived terms, separated by spaces; empty for most plain text. */
  readonly terms: string
}

/** What `bm25()` is given: the weight of `text`, then of `terms`. */
export const BM25_WEIGHTS = { text: 1, terms: 1 } as const

/** What is stored for full-text search besides the plain text. */
export function lexicalColumns(_input: LexicalInput): LexicalColumns {
  return { terms: '' }
}

/** An FTS5 expression that finds `query`; null if nothing in it can be searched for. */
export function matchExpression(query: string): string | null {
  const words = query.match(/[\p{L}\p{N}]+/gu)
  return words === null ? null : words.map((word) => `"${word}"`).join(' OR ')
}
