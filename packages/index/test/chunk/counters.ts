import { Vocabulary, vocabularyArrays, WordPieceTokenizer } from '@pinakes/embed'
import type { CountTokens } from '../../src/contracts.js'

/** Gaps on purpose: a word may be one entry, several, or unknown as a whole. */
const ENTRIES =
  '[UNK] alpha be ##be ga ##mm ##ma ##a ##9 d apfel stra ##ss ##e super ##cali ##frag ##i 今 天 我 . ! = # un ##alpha'
const bert = new WordPieceTokenizer(new Vocabulary(vocabularyArrays(ENTRIES.split(' '))))

/** Token counters of the shapes that real tokenizers have. */
export const counters: Readonly<Record<string, CountTokens>> = {
  /** One token a word. */
  words: (text) => text.match(/\S+/gu)?.length ?? 0,
  /** BERT's own algorithm. */
  bert: (text) => bert.countTokens(text),
  /** In the shape of WordPiece: punctuation and CJK stand alone, a word costs a token for each three letters. */
  wordPiece: (text) => {
    let total = 0
    for (const [token] of text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)) {
      total += /[\u4e00-\u9fff]/u.test(token) ? [...token].length : Math.ceil([...token].length / 3)
    }
    return total
  },
  /** Joining saves tokens: sums of parts are too high. */
  quarters: (text) => Math.ceil([...text].length / 4),
  /** One token a code point, whitespace included. */
  characters: (text) => [...text].length,
  /** Unknown words are one token, as long as they may be. */
  unknown: (text) =>
    (text.match(/\S+/gu) ?? []).reduce((n, word) => n + (word.length > 20 ? 1 : word.length), 0),
}
