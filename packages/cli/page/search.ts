import type { PageGraph } from './page-graph.js'

/** Text without case, accents and width, as it is compared. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** For each node, what a search looks through: its name, path, tags, KB and id. */
export function searchTexts({ nodes, data }: PageGraph): string[] {
  return nodes.map(({ label, path = '', tags = [], kb = '', docId = '' }) =>
    fold([label, path, ...tags.map((tag) => `#${data.tags[tag]?.[0] ?? ''}`), kb, docId].join('\n')),
  )
}

/**
 * The nodes whose text has every word of `query`, those whose name begins with it first, then by the number of links;
 * null for a query without a word.
 */
export function findNodes(graph: PageGraph, texts: readonly string[], query: string): number[] | null {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const found = graph.byDegree.filter((place) => words.every((word) => texts[place]?.includes(word)))
  const begins = (place: number) => (texts[place]?.startsWith(words.join(' ')) ? 0 : 1)
  return found.sort((a, b) => begins(a) - begins(b))
}
