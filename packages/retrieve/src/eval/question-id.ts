const LONGEST = 60

/**
 * The id of a question that has none of its own: lowercase, runs of anything but `a-z0-9` as one `-`, at most 60
 * characters, no `-` at either end; `question` when nothing is left.
 */
export function questionId(question: string): string {
  const slug = question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '')
  return slug === '' ? 'question' : slug
}
