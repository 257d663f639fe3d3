/**
 * An FTS5 expression for texts that hold at least one of the phrases, each as consecutive words; null if no phrase
 * has a letter or digit. Quoted and with its quotes doubled, nothing in a phrase is FTS5 syntax; a NUL would end it.
 */
export function phraseExpression(phrases: readonly string[]): string | null {
  const quoted = phrases
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
    .map((phrase) => `"${phrase.replaceAll('\0', ' ').replaceAll('"', '""')}"`)
  return quoted.length === 0 ? null : quoted.join(' OR ')
}
