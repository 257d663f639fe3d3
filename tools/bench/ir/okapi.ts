/** Robertson's constants, as most engines ship them. */
const K1 = 1.2
const B = 0.75

/** Plain Okapi BM25 over whole documents: the reference line of the table, with no code of ours under it. */
export interface Okapi {
  /** Document ids by score, ties by id in code-unit order; documents without a query term are absent. */
  search(query: string, limit: number): string[]
}

interface Posting {
  readonly document: number
  readonly count: number
}

/**
 * The index of `documents` (id to text). score(d) = sum over query tokens t of idf(t) * tf * (k1 + 1) / (tf + k1 * (1 -
 * b + b * |d| / avgdl)), idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5)) (Robertson and Zaragoza 2009; the 1 inside the
 * logarithm keeps it positive), k1 = 1.2, b = 0.75. A query token counts as often as it stands in the query.
 */
export function okapi(documents: ReadonlyMap<string, string>): Okapi {
  const ids = [...documents.keys()]
  const postings = new Map<string, Posting[]>()
  const lengths = [...documents.values()].map((text, document) => {
    const tokens = tokenise(text)
    for (const [token, count] of countTokens(tokens)) {
      const list = postings.get(token)
      if (list === undefined) postings.set(token, [{ document, count }])
      else list.push({ document, count })
    }
    return tokens.length
  })
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return {
    search(query, limit) {
      const scores = new Map<number, number>()
      for (const token of tokenise(query)) {
        const list = postings.get(token) ?? []
        const idf = Math.log(1 + (ids.length - list.length + 0.5) / (list.length + 0.5))
        for (const { document, count } of list) {
          const norm = K1 * (1 - B + (B * (lengths[document] ?? 0)) / average)
          scores.set(document, (scores.get(document) ?? 0) + (idf * count * (K1 + 1)) / (count + norm))
        }
      }
      return [...scores]
        .map(([document, score]) => ({ id: ids[document] ?? '', score }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id }) => id)
    },
  }
}

/** Lowercase runs of letters and digits with a crude English suffix taken off. */
export function tokenise(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
}

function stem(word: string): string {
  if (word.length <= 3) return word
  return word.replace(/(?:ies|es|s|ing|ed|ly)$/, (suffix) => (word.length - suffix.length >= 3 ? '' : suffix))
}

function countTokens(tokens: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}
