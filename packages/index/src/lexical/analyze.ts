import { fold } from './fold.js'
import { namesOf } from './names.js'
import { withBigrams } from './unspaced.js'

export { matchExpression, phraseExpression } from './match-expression.js'

/**
 * The `tokenize` option of `chunks_fts`, to be put between double quotes. Combining marks belong to words, because
 * in Indic scripts they are vowels.
 */
export const FTS_TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'"

/** The columns of `chunks_fts`. */
export interface LexicalColumns {
  /**
   * The words of the chunk: its text itself if that is plain, else folded, with runs of unspaced scripts as bigrams
   * and followed by the parts of words like `camelCase`. Made for the tokenizer, never shown.
   */
  readonly text: string
  /** Names such as `DEC-0054` and `C++`, each as one token of private-use characters; empty for plain prose. */
  readonly terms: string
}

/**
 * The weight of each column in `bm25()`. Two keeps a name met whole before its parts met often and far apart; four
 * does no more for that and costs 0.002 nDCG@10 on one collection of tools/bench/ir.
 */
export const BM25_WEIGHTS = { text: 1, terms: 2 } as const

/**
 * What the full-text index is given for the text of a chunk. Pure and deterministic; linear time; empty text gives empty
 * columns. Another result for any text asks for another schema version (`store/schema.ts`).
 */
export function lexicalColumns(text: string): LexicalColumns {
  const folded = fold(text)
  const { wholes, parts } = namesOf(folded)
  const words = withBigrams(folded)
  return { text: parts.length === 0 ? words : `${words} ${parts.join(' ')}`, terms: wholes.join(' ') }
}
