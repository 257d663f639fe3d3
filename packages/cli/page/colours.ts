import type { PageGraph } from './page-graph.js'

/** The colours of the page as they are now, light or dark. */
export interface Colours {
  readonly page: string
  readonly ink: string
  readonly soft: string
  readonly edge: string
  readonly tag: string
  readonly foreign: string
  readonly missing: string
  readonly none: string
  readonly series: readonly string[]
}

const SERIES = 9

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    page: value('page'),
    ink: value('ink'),
    soft: value('soft'),
    edge: value('edge'),
    tag: value('tag'),
    foreign: value('foreign'),
    missing: value('missing'),
    none: value('none'),
    series: Array.from({ length: SERIES }, (_, i) => value(`c${i}`)),
  }
}

/** What documents are coloured by. */
export type ColourBy = 'directory' | 'tag' | 'type'

/** An entry of the legend; `place` is what a filter would be set to. */
export interface Series {
  readonly name: string
  readonly documents: number
  readonly place: number | string | null
}

/** What has a colour of its own, in the order of the colours; the rest shares one. */
export interface Coding {
  readonly series: readonly Series[]
  /** Place in `series` of a document; -1 for the rest. */
  of(node: number): number
}

export function coding(graph: PageGraph, by: ColourBy): Coding {
  const { nodes, data } = graph
  if (by === 'tag') return tagCoding(graph)
  const valueAt = (place: number) => (by === 'type' ? nodes[place]?.type : nodes[place]?.group)
  const counts = new Map<number | string, number>()
  for (const place of nodes.keys()) {
    const value = valueAt(place)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, SERIES)
  const places = new Map(top.map(([value], i) => [value, i]))
  return {
    series: top.map(([value, documents]) => ({
      name: typeof value === 'string' ? value : directoryName(data.groups[value] ?? ''),
      documents,
      place: value,
    })),
    of: (node) => places.get(valueAt(node) ?? '') ?? -1,
  }
}

export function directoryName(directory: string): string {
  return directory === '.' ? './' : `${directory}/`
}

/** A document has the colour of the rarest of its tags that has one: the most telling. */
function tagCoding({ nodes, data }: PageGraph): Coding {
  const top = data.tags
    .map(([name, documents], place) => ({ name: `#${name}`, documents, place }))
    .sort((a, b) => b.documents - a.documents || a.place - b.place)
    .slice(0, SERIES)
  const places = new Map(top.map(({ place }, i) => [place, i]))
  return {
    series: top,
    of: (node) => Math.max(-1, ...(nodes[node]?.tags ?? []).map((tag) => places.get(tag) ?? -1)),
  }
}
