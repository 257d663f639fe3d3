const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED = `[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`

/** A run of letters of scripts that do not, or not always, part words by spaces. */
const RUN = new RegExp(`(?:(?=[\\p{L}\\p{N}])${UNSPACED}\\p{M}*)+`, 'gu')
/** A letter with the signs that belong to it. */
const CLUSTER = /\P{M}\p{M}*/gu
const MAYBE =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\uffdc\ud800-\udfff]/

/** A stretch of text; `clusters` are its letters if it is of an unspaced script, else null. */
export interface Stretch {
  readonly text: string
  readonly clusters: readonly string[] | null
}

/** True if `text` has a letter of an unspaced script. */
export function hasUnspaced(text: string): boolean {
  return MAYBE.test(text) && text.search(RUN) >= 0
}

/** `text` cut where unspaced scripts begin and end; the stretches together are the text. */
export function stretches(text: string): Stretch[] {
  const found: Stretch[] = []
  let from = 0
  for (const match of MAYBE.test(text) ? text.matchAll(RUN) : []) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), clusters: null })
    found.push({ text: match[0], clusters: match[0].match(CLUSTER) ?? [] })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from), clusters: null })
  return found
}

/**
 * Each two neighbouring letters as a word of their own. Words of these scripts can then be found without a
 * dictionary, and differently by no version of one (Lucene's CJKBigramFilter does the same).
 */
export function bigrams(clusters: readonly string[]): string[] {
  return clusters.slice(1).map((cluster, i) => (clusters[i] ?? '') + cluster)
}

/**
 * `text` with runs of unspaced scripts written as their bigrams and, so that a single letter can be found by
 * prefix wherever it stands, the last letter of the run.
 */
export function withBigrams(text: string): string {
  if (!MAYBE.test(text)) return text
  return stretches(text)
    .map(({ text: own, clusters }) =>
      clusters === null ? own : ` ${[...bigrams(clusters), clusters.at(-1) ?? ''].join(' ')} `,
    )
    .join('')
}
