/**
 * English words by which a question is asked. Rare in notes, they weigh much in BM25 and say nothing: leaving them
 * out raised nDCG@10 on all four collections of tools/bench/ir and took a third of the time. Words that are names or
 * nouns as well (will, may, can, no, not) stay.
 */
const STOP_WORDS = new Set(
  (
    'a about an and are as at be been but by could did do does for from had has have how i if in into is it its ' +
    'me my of on or our should so such than that the their them then there these they this those to was we were ' +
    'what when where which who whom why with would you your'
  ).split(' '),
)

/**
 * True if `word` of a query only holds it together. Capitals speak for a name (`IT`, `WHO`, vitamin `A`), but the
 * first word of a question begins with one anyway, and so does `I`.
 */
export function isStopWord(word: string, isFirst: boolean): boolean {
  const lower = word.toLowerCase()
  if (!STOP_WORDS.has(lower)) return false
  return word === lower || word === 'I' || (isFirst && word.slice(1) === lower.slice(1))
}
