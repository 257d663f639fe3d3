import type { DocumentRow } from '@pinakes/index'
import type { DocumentView } from './contracts.js'

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
    tags: tagsOf(document.metadata),
    mtime: document.mtime,
    ...state,
  }
}

/** The tags in a document's stored metadata; anything else there is the user's own. */
function tagsOf(metadata: string): readonly string[] {
  const parsed: unknown = JSON.parse(metadata)
  if (typeof parsed !== 'object' || parsed === null || !('tags' in parsed)) return []
  return Array.isArray(parsed.tags) ? parsed.tags.filter((tag): tag is string => typeof tag === 'string') : []
}
