const BEYOND_ASCII = /[^\0-\x7f]/
/** Signs that NFKC would glue to the word before them as letters or digits: `Foo™`, a footnote `word¹`, `2½`, `①`. */
const GLUED = /[®℠™¹²³⁰⁴-⁹¼-¾⅐-⅞\u2460-\u24ff\u3200-\u33ff]/g
/** Without a width or a meaning of its own: joiners, direction marks, soft hyphens, variation selectors. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
/** The one of them that parts words. */
const ZERO_WIDTH_SPACE = /\u200b/g
const HYPHEN = /[\p{Pd}\u2212]/gu
/** Vowel and recitation signs that Arabic and Hebrew may write or leave out, and the stretching tatweel. */
const OPTIONAL_MARK =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff]/g
const GREEK = /[\u0370-\u03ff\u1f00-\u1fff][\u0300-\u036f\u0370-\u03ff\u1f00-\u1fff]*/g
const COMBINING = /[\u0300-\u036f]/g

/**
 * Letters that one writer spells with, another without, and that SQLite's tokenizer does not fold: Latin letters
 * without a decomposition, Cyrillic ё, the forms of alef, yeh and kaf (as Lucene's normalizers fold them).
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ё: 'е',
  Ё: 'Е',
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g')

/**
 * `text` with every spelling of a word made one, for the index and for queries alike: composed and decomposed,
 * full and half width, hyphens of any kind, Arabic with and without vowel signs, Greek with and without accents.
 * Case and Latin accents stay; the tokenizer of the index folds those. ASCII text is returned as it is.
 */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text
  return text
    .replace(GLUED, ' $& ')
    .replace(ZERO_WIDTH_SPACE, ' ')
    .normalize('NFKC')
    .replace(IGNORED, '')
    .replace(HYPHEN, '-')
    .replace(OPTIONAL_MARK, '')
    .replace(GREEK, (word) => word.normalize('NFD').replace(COMBINING, '').normalize('NFC'))
    .replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter)
}
