import { fold } from './fold.js'
import { encodedName, type QueryName, queryNames } from './names.js'
import { isStopWord } from './stop-words.js'
import { bigrams, hasUnspaced, type Stretch, stretches } from './unspaced.js'

/** Most terms of an expression; what a query says after that is not searched for by words. */
const MOST_TERMS = 256
/** Longest run of an unspaced script, in letters, that is also looked for as a whole. */
const LONGEST_RUN = 12
/** Most often that a whole name is repeated. */
const HEAVIEST_WHOLE = 8
/** What English hangs on a word: `who's`, `don't`. Their letters are words in the index but ask for nothing. */
const CONTRACTION = /(?<=\p{L})['’](?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}])/giu
const WORD_CHARACTER = /[\p{L}\p{N}]/u

/**
 * An FTS5 expression that finds chunks with any word of `query`, or null if it has no word.
 *
 * Every term is quoted and holds letters and digits alone, so nothing a user types is ever syntax. Besides its
 * words, a name (`DEC-0054`) is a term whole and as a phrase, a run of an unspaced script is one as a phrase of
 * bigrams: what matches whole is found by more terms and so ranks first. Stop words count only in a query that has
 * nothing else.
 */
export function matchExpression(query: string): string | null {
  const names = queryNames(fold(query).replace(CONTRACTION, ' '))
  const telling = names.filter(({ words }, i) => !(words.length === 1 && isStopWord(words.join(''), i === 0)))
  const terms = telling.flatMap(termsOfName)
  const found = terms.length > 0 ? terms : names.flatMap(termsOfName)
  return found.length === 0 ? null : found.slice(0, MOST_TERMS).join(' OR ')
}

/**
 * An FTS5 expression that finds chunks with at least one of `phrases`, each as consecutive words; null if no phrase
 * has a word. Where a phrase changes between spaced and unspaced scripts, its stretches have to stand somewhere.
 */
export function phraseExpression(phrases: readonly string[]): string | null {
  const found = phrases.flatMap((phrase) => {
    const terms = stretches(fold(phrase)).flatMap((stretch) => phraseTerm(stretch) ?? [])
    return terms.length === 0 ? [] : [terms.length === 1 ? terms.join('') : `(${terms.join(' AND ')})`]
  })
  return found.length === 0 ? null : found.slice(0, MOST_TERMS).join(' OR ')
}

function termsOfName({ words, spelled, parts }: QueryName): string[] {
  const spaced = words.every((word) => !hasUnspaced(word))
  const phrases = [...(words.length > 1 && spaced ? [words] : []), ...parts.filter((part) => part.length > 1)]
  const whole = spelled.map((name) => quoted([encodedName(name)]))
  const weighty = Array.from({ length: wholeWeight(words) }, () => whole).flat()
  return [...weighty, ...phrases.map(quoted), ...words.flatMap(termsOfWord)]
}

/** More than a letter: `e.g.` and initials have none of these. */
const TELLING_WORD = /\p{N}|../u

/**
 * How often a name is asked for as a whole: once for each of its words that tell anything. A term that is repeated
 * weighs as often, and the words weigh too: asked for once, `v1.2.3-rc.1` would stand behind a short text that has
 * `v1`, `2`, `3`, `rc` and `1` apart, `apply_secrets` behind one that says "apply secrets" twice.
 */
function wholeWeight(words: readonly string[]): number {
  const telling = words.filter((word) => TELLING_WORD.test(word)).length
  return Math.min(Math.max(1, telling), HEAVIEST_WHOLE)
}

function termsOfWord(word: string): string[] {
  return stretches(word).flatMap(({ text, clusters }) => {
    if (clusters === null) return WORD_CHARACTER.test(text) ? [quoted([text])] : []
    const whole = clusters.length >= 3 && clusters.length <= LONGEST_RUN
    return [...(whole ? [quoted(bigrams(clusters))] : []), ...bigramTerms(clusters)]
  })
}

/** A single letter is looked for as the beginning of a bigram. */
function bigramTerms(clusters: readonly string[]): string[] {
  if (clusters.length === 1) return [`${quoted(clusters)} *`]
  return bigrams(clusters).map((bigram) => quoted([bigram]))
}

function phraseTerm({ text, clusters }: Stretch): string | null {
  if (clusters !== null) {
    return clusters.length === 1 ? `${quoted(clusters)} *` : quoted(bigrams(clusters))
  }
  const words = queryNames(text)
    .flatMap((name) => name.words)
    .filter((word) => WORD_CHARACTER.test(word))
  return words.length === 0 ? null : quoted(words)
}

/** A phrase of words. They hold no quote; doubling them all the same costs nothing. */
function quoted(words: readonly string[]): string {
  return `"${words.join(' ').replaceAll('"', '""')}"`
}
