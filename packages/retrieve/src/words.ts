/**
 * A word: a run of letters, numbers or `_`. Combining marks stay inside the run they follow, because in Indic, Arabic
 * or Thai text they are part of the word.
 */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu

/** A word that goes on behind, or before, the place where another was found. Marks alone make no word. */
const WORD_BEFORE = /[\p{L}\p{N}_]\p{M}*$/u
const WORD_AFTER = /^[\p{L}\p{N}\p{M}_]/u
/** More marks than anyone puts on one letter. */
const LONGEST_LETTER = 32

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
  const found = queryWords.filter((word) => hasWord(text, word))
  return found.length / queryWords.length
}

function normalise(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Looking for the few words of a query is cheaper than taking every passage apart into its words. */
function hasWord(text: string, word: string): boolean {
  const unspaced = UNSPACED.test(word)
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (unspaced || isWhole(text, at, at + word.length)) return true
  }
  return false
}

function isWhole(text: string, start: number, end: number): boolean {
  return (
    !WORD_BEFORE.test(text.slice(Math.max(0, start - LONGEST_LETTER), start)) &&
    !WORD_AFTER.test(text.slice(end, end + 2))
  )
}
