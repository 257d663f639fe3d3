import type { DocumentRow, IndexWriter } from '@pinakes/index'
import type { KbUlid } from '@pinakes/manifest'

/**
 * The documents that the index knows. Those whose links were written under another id of this KB, as in a copied one that
 * was given an id of its own, count as never seen with their sidecar: only that tells which of the links mean `self`.
 */
export function knownDocuments(writer: IndexWriter, kbId: KbUlid): DocumentRow[] {
  const links = writer.authoredLinks()
  const isStale = ({ id }: DocumentRow) => links.get(id)?.some(({ srcKbId }) => srcKbId !== kbId) ?? false
  return writer.documents().map((row) => (isStale(row) ? { ...row, sidecarHash: null } : row))
}
