import type { FailureRow } from '@pinakes/index'
import type { DocumentText, DocumentView } from '@pinakes/retrieve'

/** One entry of `pnk ls --json`. */
export function documentPayload(view: DocumentView): Record<string, unknown> {
  return {
    doc_id: view.docId,
    path: view.path,
    title: view.title,
    source_type: view.sourceType,
    tags: view.tags,
    modified: new Date(view.mtime * 1000).toISOString(),
    chunks: view.chunks,
    changed_since_index: view.changedSinceIndex,
  }
}

/** The payload of `pnk get --json`. */
export function documentTextPayload(document: DocumentText): Record<string, unknown> {
  return {
    kb_id: document.kbId,
    ...documentPayload(document),
    citation: document.citation,
    char_start: document.charStart,
    char_end: document.charEnd,
    page_start: document.pageStart,
    page_end: document.pageEnd,
    page_count: document.pageCount,
    pages: document.pages,
    stale_extraction: document.staleExtraction,
    origin: document.origin,
    text: document.text,
  }
}

/** One entry of `pnk ls --failed --json`. */
export function failurePayload(failure: FailureRow): Record<string, unknown> {
  return { path: failure.path, stage: failure.stage, error: failure.error, happened: failure.happened }
}
