import type { DocumentOutline, GraphRows } from '@pinakes/index'
import { directoryOf } from './directory.js'
import { documentTags } from './document-tags.js'
import { HubTable } from './hub-table.js'
import { descendantPairs, type Section, sectionsOf } from './sections.js'

/**
 * The graph that follows from the structure of `outlines`, the active documents of a KB in any order: who
 * belongs to a document, follows whom, stands under which heading, in which directory, under which tag
 * (docs/graph.md has the rules). Hubs have at least two members. Pure; equal documents give equal graphs; time and memory
 * are linear in chunks and edges.
 */
export function deriveGraph(outlines: readonly DocumentOutline[]): GraphRows {
  const documents = [...outlines].sort((a, b) => (a.id < b.id ? -1 : 1))
  const chunks: string[] = []
  const membership: number[] = []
  const siblings: number[] = []
  const parentChild: number[] = []
  const headings = new HubTable()
  for (const [document, outline] of documents.entries()) {
    const first = chunks.length
    const { length } = outline.headingPaths
    for (let ordinal = 0; ordinal < length; ordinal++) {
      chunks.push(`${outline.id}:${ordinal}`)
      membership.push(document, first + ordinal)
      if (ordinal + 1 < length) siblings.push(first + ordinal, first + ordinal + 1)
    }
    const sections = sectionsOf(outline.headingPaths)
    for (const ordinal of descendantPairs(sections)) parentChild.push(first + ordinal)
    addHeadings(headings, outline.id, { first, sections })
  }
  const directories = new HubTable()
  const tags = new HubTable()
  for (const [document, { path, metadata }] of documents.entries()) {
    directories.add(directoryOf(path), [document])
    for (const tag of documentTags(metadata)) tags.add(tag, [document])
  }
  const [heading, dir, tag] = [headings.minted(), directories.minted(), tags.minted()]
  return {
    nodes: {
      doc: documents.map(({ id }) => id),
      chunk: chunks,
      heading: heading.keys,
      dir: dir.keys,
      tag: tag.keys,
    },
    edges: {
      membership,
      sibling: siblings,
      'parent-child': parentChild,
      'in-section': heading.spokes,
      'co-located': dir.spokes,
      'shared-tag': tag.spokes,
    },
  }
}

interface DocumentSections {
  /** The number of the document's first chunk. */
  readonly first: number
  readonly sections: ReadonlyMap<string, Section>
}

/** Headings are hubs of their document alone: the same words elsewhere are another section. */
function addHeadings(headings: HubTable, docId: string, { first, sections }: DocumentSections): void {
  for (const [path, { ordinals }] of sections) {
    headings.add(
      `${docId}:${path}`,
      ordinals.map((ordinal) => first + ordinal),
    )
  }
}
