import type { PageGraph, PageLink } from './page-graph.js'

/** What is to be seen; null: whatever it is. */
export interface Filter {
  readonly group: number | null
  readonly tag: number | null
  readonly type: string | null
  readonly rel: string | null
  readonly showTags: boolean
  readonly showForeign: boolean
  readonly showMissing: boolean
}

export const EVERYTHING: Filter = {
  group: null,
  tag: null,
  type: null,
  rel: null,
  showTags: true,
  showForeign: true,
  showMissing: true,
}

/** What a filter leaves. */
export interface Visible {
  /** By node. */
  readonly nodes: readonly boolean[]
  readonly links: readonly PageLink[]
  readonly documents: number
}

/**
 * Documents pass by their own properties, and with a relation only with a link of it; what is no document passes with a
 * visible document beside it.
 */
export function visible(graph: PageGraph, filter: Filter): Visible {
  const passes = graph.nodes.map((_, place) => passesAsDocument(graph, filter, place))
  const asked = graph.links.filter(({ rel }) => filter.rel === null || rel === filter.rel)
  const nodes = graph.nodes.map((node, place) => {
    if (node.kind === 'document') return passes[place] === true
    if (node.kind === 'foreign' && !filter.showForeign) return false
    if (node.kind === 'missing' && !filter.showMissing) return false
    if (node.kind === 'tag' && !filter.showTags) return false
    return (graph.neighbours[place] ?? []).some(
      ({ node: other, rel }) =>
        passes[other] === true && (rel === null || filter.rel === null || rel === filter.rel),
    )
  })
  const links = asked.filter(({ source, target }) => nodes[source] && nodes[target])
  return { nodes, links, documents: passes.filter(Boolean).length }
}

function passesAsDocument(graph: PageGraph, filter: Filter, place: number): boolean {
  const node = graph.nodes[place]
  if (node?.kind !== 'document') return false
  if (filter.group !== null && node.group !== filter.group) return false
  if (filter.type !== null && node.type !== filter.type) return false
  if (filter.tag !== null && !(node.tags ?? []).includes(filter.tag)) return false
  return filter.rel === null || (graph.neighbours[place] ?? []).some(({ rel }) => rel === filter.rel)
}
