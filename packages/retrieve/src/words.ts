/**
 * A word: a run of letters, numbers or `_`. Combining marks stay inside the run they follow, because in Indic, Arabic
 * or Thai text they are part of the word.
 */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu

/** Scripts that do not put spaces between words: a run is a phrase, and its words can only be found inside it. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The distinct words of `text`, lowercase, in canonical composition, in order of first appearance. */
export function distinctWords(text: string): string[] {
  return [...new Set(normalise(text).match(WORD) ?? [])]
}

/**
 * The share, 0 to 1, of `queryWords` (from {@link distinctWords}) that stand in `passage` as words; in scripts written
 * without spaces, as a part of a run. No query words: 0. A tiebreak only: it does not know stems.
 */
export function coverage(queryWords: readonly string[], passage: string): number {
  if (queryWords.length === 0) return 0
  const text = normalise(passage)
  const words = new Set(text.match(WORD) ?? [])
  const found = queryWords.filter((word) => words.has(word) || (UNSPACED.test(word) && text.includes(word)))
  return found.length / queryWords.length
}

function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
