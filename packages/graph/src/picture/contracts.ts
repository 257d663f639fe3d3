import type { DocumentRow, LinkRow } from '@pinakes/index'

/** An active document of the KB. */
export interface PictureDocument {
  readonly kind: 'document'
  /** `pnk://<kb>/<document>`. */
  readonly id: string
  readonly docId: string
  readonly path: string
  readonly title: string | null
  readonly sourceType: DocumentRow['sourceType']
  /** The directory part of the path, `.` at the root. */
  readonly directory: string
  /** As written, each once. */
  readonly tags: readonly string[]
  readonly chunks: number
}

/** A document of another KB: linked from here, or linking here. */
export interface PictureForeign {
  readonly kind: 'foreign'
  readonly id: string
  readonly kbId: string
  readonly docId: string
  /** Its KB's name in `[[links.kb]]`; null where that KB is not declared. */
  readonly kb: string | null
  /** Null where its KB cannot be looked into, or holds no such document; so is the title. */
  readonly path: string | null
  readonly title: string | null
}

/** A link leads here, and no active document of this KB has the id. */
export interface PictureMissing {
  readonly kind: 'missing'
  readonly id: string
  readonly docId: string
  /** Of a document that was deleted; else null, and the title too. */
  readonly path: string | null
  readonly title: string | null
}

/** A tag that at least one document has. */
export interface PictureTag {
  readonly kind: 'tag'
  /** `tag:<tag>`. */
  readonly id: string
  readonly tag: string
  /** How many documents have it. */
  readonly documents: number
}

/** What a picture shows, by its `kind`. */
export type PictureNode = PictureDocument | PictureForeign | PictureMissing | PictureTag

/** A link that somebody wrote. Ends are places in {@link KbPicture.nodes}. */
export interface PictureLink {
  readonly kind: 'link'
  readonly source: number
  readonly target: number
  readonly rel: string
  /** `sidecar`: written here; `reverse-scan`: written in another KB. */
  readonly origin: LinkRow['origin']
  /** Between two KBs. */
  readonly crosses: boolean
}

/** A document has a tag. */
export interface PictureTagging {
  readonly kind: 'tag'
  /** The document. */
  readonly source: number
  readonly target: number
}

/** What joins two nodes, by its `kind`. */
export type PictureEdge = PictureLink | PictureTagging

/** What a KB holds and how it hangs together, as of the last sync; the same index gives the same picture. */
export interface KbPicture {
  readonly kbId: string
  readonly name: string
  /** Documents by path, then documents of other KBs, then missing ones, then tags; each in code-point order. */
  readonly nodes: readonly PictureNode[]
  /** Links by source, target and relation, then taggings by document. */
  readonly edges: readonly PictureEdge[]
  /** Links that are not shown since a filter hides an end of them. */
  readonly hiddenLinks: number
}

/** A document of another KB, as it calls itself. */
export interface ForeignName {
  readonly path: string
  readonly title: string | null
}

/** What an index says of a KB: what a picture is made from. */
export interface PictureRows {
  /** The active documents to show, by path. */
  readonly documents: readonly DocumentRow[]
  /** Further active documents, that a filter hides. */
  readonly hidden: ReadonlySet<string>
  readonly deleted: readonly DocumentRow[]
  /** By document; 0 for those that are absent. */
  readonly chunks: ReadonlyMap<string, number>
  /** By source, target and relation. */
  readonly links: readonly LinkRow[]
}
