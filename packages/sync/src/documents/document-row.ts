import type { DocumentRow, LinkRow } from '@pinakes/index'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import type { Sidecar, SidecarFile } from '@pinakes/sidecar'

/** What the index stores of a document beside its content. */
export type DocumentMetadata = Pick<DocumentRow, 'title' | 'metadata' | 'sidecarHash'>

/** The metadata that a sidecar gives. */
export function sidecarMetadata({ sidecar, hash }: SidecarFile): DocumentMetadata {
  return { title: sidecar.title, metadata: sidecar.metadataJson, sidecarHash: hash }
}

/** The metadata of a document that has no sidecar yet. */
export function mintedMetadata(title: string | null): DocumentMetadata {
  return { title, metadata: '{}', sidecarHash: null }
}

/** The links that a document's sidecar holds, as rows; each once, though a sidecar may repeat one. */
export function linkRows(kb: KbUlid, id: DocUlid, links: Sidecar['links']): LinkRow[] {
  const rows = links.map(
    ({ to, rel }): LinkRow => ({
      srcKbId: kb,
      srcDocId: id,
      dstKbId: to.kb,
      dstDocId: to.doc,
      rel,
      origin: 'sidecar',
    }),
  )
  return [...new Map(rows.map((row) => [`${row.dstKbId} ${row.dstDocId} ${row.rel}`, row])).values()]
}
