import type { CountTokens } from '../../src/contracts.js'

/** Token counters of the shapes that real tokenizers have. */
export const counters: Readonly<Record<string, CountTokens>> = {
  /** One token a word. */
  words: (text) => text.match(/\S+/gu)?.length ?? 0,
  /** As WordPiece: punctuation and CJK stand alone, a word costs a token for each three letters. */
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
