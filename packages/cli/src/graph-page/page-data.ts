import { type KbPicture, nodeLabel, type PictureNode } from '@pinakes/graph'
import { compareCodePoints } from '@pinakes/manifest'
import { escapeText } from '../output/escape.js'
import type { PageData, PageNode } from './contracts.js'
import { documentGroups } from './document-groups.js'
import { layOut } from './lay-out.js'

/** Where documents of a tag meet. */
const TAG_DRAWN_FROM = 2

/** The picture as the page draws it. Tags of a single document join nothing, so they are no nodes here. */
export function pageData(picture: KbPicture): PageData {
  const kept = picture.nodes.flatMap((node, place) =>
    node.kind !== 'tag' || node.documents >= TAG_DRAWN_FROM ? [place] : [],
  )
  const placeOf = new Map(kept.map((old, place) => [old, place]))
  const nodes = kept.map((place) => picture.nodes[place] as PictureNode)
  const tagNodes = picture.nodes.filter((node) => node.kind === 'tag')
  const tagPlaces = new Map(tagNodes.map(({ tag }, place) => [tag, place]))
  const { names, groupOf } = documentGroups(nodes.filter((node) => node.kind === 'document'))
  const rels = [...new Set(picture.edges.flatMap((edge) => (edge.kind === 'link' ? [edge.rel] : [])))].sort(
    compareCodePoints,
  )
  const relPlaces = new Map(rels.map((rel, place) => [rel, place]))
  const links: number[] = []
  const taggings: number[] = []
  for (const edge of picture.edges) {
    const source = placeOf.get(edge.source)
    const target = placeOf.get(edge.target)
    if (source === undefined || target === undefined) continue
    if (edge.kind === 'tag') taggings.push(source, target)
    else links.push(source, target, relPlaces.get(edge.rel) as number, edge.crosses ? 1 : 0)
  }
  const places = layOut({ nodes, links, taggings, groupOf })
  return {
    name: picture.name,
    nodes: nodes.map((node, i) => ({
      kind: node.kind,
      label: escapeText(nodeLabel(node)),
      ...(places[i] as { x: number; y: number }),
      ...facts(node, { groupOf, tagPlaces }),
    })),
    groups: names,
    tags: tagNodes.map(({ tag, documents }) => [tag, documents]),
    rels,
    links,
    taggings,
  }
}

interface Places {
  readonly groupOf: (directory: string) => number
  readonly tagPlaces: ReadonlyMap<string, number>
}

function facts(node: PictureNode, { groupOf, tagPlaces }: Places): Partial<PageNode> {
  if (node.kind === 'tag') return { tag: tagPlaces.get(node.tag) as number }
  const common = { docId: node.docId, ...(node.path === null ? {} : { path: node.path }) }
  if (node.kind === 'missing') return common
  if (node.kind === 'foreign') return { ...common, kb: node.kb ?? node.kbId }
  return {
    ...common,
    group: groupOf(node.directory),
    type: node.sourceType,
    chunks: node.chunks,
    tags: node.tags.map((tag) => tagPlaces.get(tag) as number),
  }
}
