import type { PageData, PageNode } from '../src/graph-page/contracts.js'

/** What a node is joined with, seen from it. */
export interface Neighbour {
  readonly node: number
  /** `tag`: a tagging, which has no direction. */
  readonly way: 'out' | 'in' | 'tag'
  /** Null of a tagging. */
  readonly rel: string | null
  readonly crosses: boolean
}

export interface PageLink {
  readonly source: number
  readonly target: number
  readonly rel: string
  readonly crosses: boolean
}

/** The page's data with what is looked up all the time. */
export interface PageGraph {
  readonly data: PageData
  readonly nodes: readonly PageNode[]
  readonly links: readonly PageLink[]
  readonly neighbours: readonly (readonly Neighbour[])[]
  /** Links of each node; documents of each tag. */
  readonly degrees: readonly number[]
  /** How large to draw each node, in units of the layout. */
  readonly radii: readonly number[]
  /** Nodes by the number of their links or documents, most first. */
  readonly byDegree: readonly number[]
}

export function pageGraph(data: PageData): PageGraph {
  const neighbours: Neighbour[][] = data.nodes.map(() => [])
  const links: PageLink[] = []
  for (let at = 0; at < data.links.length; at += 4) {
    const [source = 0, target = 0, relation = 0, crossing = 0] = data.links.slice(at, at + 4)
    const link = { source, target, rel: data.rels[relation] ?? '', crosses: crossing === 1 }
    links.push(link)
    neighbours[source]?.push({ node: target, way: 'out', rel: link.rel, crosses: link.crosses })
    neighbours[target]?.push({ node: source, way: 'in', rel: link.rel, crosses: link.crosses })
  }
  for (let at = 0; at < data.taggings.length; at += 2) {
    const [document = 0, tag = 0] = data.taggings.slice(at, at + 2)
    neighbours[document]?.push({ node: tag, way: 'tag', rel: null, crosses: false })
    neighbours[tag]?.push({ node: document, way: 'tag', rel: null, crosses: false })
  }
  const degrees = neighbours.map((all, i) =>
    data.nodes[i]?.kind === 'tag' ? all.length : all.filter(({ way }) => way !== 'tag').length,
  )
  const radii = degrees.map((degree, i) =>
    data.nodes[i]?.kind === 'tag'
      ? 3 + Math.min(5, Math.log2(1 + degree))
      : 3.2 + Math.min(6, Math.sqrt(degree)),
  )
  const byDegree = data.nodes.map((_, i) => i).sort((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || a - b)
  return { data, nodes: data.nodes, links, neighbours, degrees, radii, byDegree }
}
