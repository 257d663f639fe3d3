import type { DocumentRow } from '@pinakes/index'
import type { DocumentView } from './contracts.js'
import { storedTags } from './stored-tags.js'

/** What a listing says of a document. */
export function toDocumentView(
  document: DocumentRow,
  state: Pick<DocumentView, 'chunks' | 'changedSinceIndex' | 'fileIsGone'>,
): DocumentView {
  return {
    docId: document.id,
    path: document.path,
    title: document.title,
    sourceType: document.sourceType,
    tags: storedTags(document.metadata),
    mtime: document.mtime,
    ...state,
  }
}
