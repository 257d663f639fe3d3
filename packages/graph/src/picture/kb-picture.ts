import { compareCodePoints, formatPnkUri, type KbUlid, type ResolvedUri } from '@pinakes/manifest'
import { directoryOf } from '../structure/directory.js'
import { documentTags } from '../structure/document-tags.js'
import type {
  ForeignName,
  KbPicture,
  PictureDocument,
  PictureEdge,
  PictureForeign,
  PictureLink,
  PictureMissing,
  PictureRows,
  PictureTag,
} from './contracts.js'

/** What a picture is made from. */
export interface PictureInput {
  readonly kbId: KbUlid
  readonly name: string
  readonly rows: PictureRows
  /** Names of other KBs in `[[links.kb]]`, by id. */
  readonly aliases: ReadonlyMap<string, string>
  /** What is known of documents of other KBs, by their URI. */
  readonly foreign?: ReadonlyMap<string, ForeignName>
}

/**
 * The picture of a KB: its documents, their tags, what links them, and the documents of other KBs that they are linked
 * with. A link from a deleted document is none. Pure.
 */
export function kbPicture(input: PictureInput): KbPicture {
  const { kbId, name, rows } = input
  const documents = rows.documents.map((row) => toDocument(row, kbId, rows.chunks))
  const shown = new Set(documents.map(({ id }) => id))
  const { links, hiddenLinks } = shownLinks(input, shown)
  const others = otherEnds(input, links, shown)
  const tags = tagNodes(documents)
  const nodes = [...documents, ...others, ...tags]
  const placeOf = new Map(nodes.map(({ id }, place) => [id, place]))
  const place = (id: string) => placeOf.get(id) as number
  const edges: PictureEdge[] = links.map(
    ({ source, target, ...link }): PictureLink => ({
      kind: 'link',
      source: place(formatPnkUri(source)),
      target: place(formatPnkUri(target)),
      ...link,
    }),
  )
  for (const [source, document] of documents.entries()) {
    for (const tag of document.tags) edges.push({ kind: 'tag', source, target: place(`tag:${tag}`) })
  }
  return { kbId, name, nodes, edges, hiddenLinks }
}

function toDocument(
  { id, path, title, sourceType, metadata }: PictureRows['documents'][number],
  kb: KbUlid,
  chunks: ReadonlyMap<string, number>,
): PictureDocument {
  return {
    kind: 'document',
    id: formatPnkUri({ kb, doc: id }),
    docId: id,
    path,
    title,
    sourceType,
    directory: directoryOf(path),
    tags: [...documentTags(metadata)],
    chunks: chunks.get(id) ?? 0,
  }
}

/** A link by its ends. */
interface LinkEnds extends Omit<PictureLink, 'kind' | 'source' | 'target'> {
  readonly source: ResolvedUri
  readonly target: ResolvedUri
}

function shownLinks({ kbId, rows }: PictureInput, shown: ReadonlySet<string>) {
  const links: LinkEnds[] = []
  let hiddenLinks = 0
  for (const { srcKbId, srcDocId, dstKbId, dstDocId, rel, origin } of rows.links) {
    const source = { kb: srcKbId, doc: srcDocId }
    const target = { kb: dstKbId, doc: dstDocId }
    if ([source, target].some(({ kb, doc }) => kb === kbId && rows.hidden.has(doc))) hiddenLinks += 1
    else if (srcKbId !== kbId || shown.has(formatPnkUri(source))) {
      links.push({ source, target, rel, origin, crosses: srcKbId !== dstKbId })
    }
  }
  return { links, hiddenLinks }
}

/** What links lead to or come from, apart from the documents shown. */
function otherEnds(input: PictureInput, links: readonly LinkEnds[], shown: ReadonlySet<string>) {
  const deleted = new Map(input.rows.deleted.map((row) => [row.id, row]))
  const foreign = new Map<string, PictureForeign>()
  const missing = new Map<string, PictureMissing>()
  for (const end of links.flatMap(({ source, target }) => [source, target])) {
    const id = formatPnkUri(end)
    if (shown.has(id)) continue
    if (end.kb !== input.kbId) foreign.set(id, toForeign(input, end))
    else {
      const { path = null, title = null } = deleted.get(end.doc) ?? {}
      missing.set(id, { kind: 'missing', id, docId: end.doc, path, title })
    }
  }
  const byId = (a: PictureMissing, b: PictureMissing) => compareCodePoints(a.id, b.id)
  return [...[...foreign.values()].sort(byKb), ...[...missing.values()].sort(byId)]
}

function toForeign({ aliases, foreign }: PictureInput, { kb, doc }: ResolvedUri): PictureForeign {
  const id = formatPnkUri({ kb, doc })
  const { path = null, title = null } = foreign?.get(id) ?? {}
  return { kind: 'foreign', id, kbId: kb, docId: doc, kb: aliases.get(kb) ?? null, path, title }
}

function byKb(a: PictureForeign, b: PictureForeign): number {
  return compareCodePoints(a.kb ?? a.kbId, b.kb ?? b.kbId) || compareCodePoints(a.id, b.id)
}

function tagNodes(documents: readonly PictureDocument[]): PictureTag[] {
  const counts = new Map<string, number>()
  for (const { tags } of documents) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([tag, count]) => ({ kind: 'tag', id: `tag:${tag}`, tag, documents: count }))
}
