/** What the BERT normaliser and pre-tokeniser do with a character. */
export const CharacterClass = {
  /** Belongs to a word. */
  word: 1,
  /** Ends a word and is dropped. */
  space: 2,
  /** A word of its own. */
  punctuation: 3,
  /** Dropped as if it were not there: controls, format characters, private use, lone surrogates, U+FFFD. */
  removed: 4,
  /** A non-spacing mark: dropped once text is decomposed. */
  mark: 5,
  /** A CJK ideograph: a word of its own. */
  ideograph: 6,
} as const

const { word, space, punctuation, removed, mark, ideograph } = CharacterClass

const REMOVED = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/u
const PUNCTUATION = /[\p{P}\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e]/u
const MARK = /\p{Mn}/u

/** The blocks that BERT calls Chinese characters, first and last code point. */
const IDEOGRAPHS: readonly (readonly [number, number])[] = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b73f],
  [0x2b740, 0x2b81f],
  [0x2b820, 0x2ceaf],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
]

/** Classes of the basic plane, filled in as characters are met: the regular expressions run once a character. */
const known = new Uint8Array(0x10000)

/** The class of a code point; a lone surrogate is `removed`. */
export function characterClass(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint)
  const found = known[codePoint] ?? 0
  if (found !== 0) return found
  const computed = classify(codePoint)
  known[codePoint] = computed
  return computed
}

function classify(codePoint: number): number {
  // Tab and line breaks are controls that BERT counts as white space.
  if (codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d) return space
  const character = String.fromCodePoint(codePoint)
  if (REMOVED.test(character)) return removed
  if (/\s/u.test(character)) return space
  if (IDEOGRAPHS.some(([first, last]) => codePoint >= first && codePoint <= last)) return ideograph
  if (PUNCTUATION.test(character)) return punctuation
  return MARK.test(character) ? mark : word
}
