import type { DocumentRow, IndexReader } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import type { DocumentText, OpenKbOptions } from './contracts.js'
import { documentPart } from './document-part.js'
import { findReference } from './document-reference.js'
import { toDocumentView } from './document-view.js'
import { outdatedExtraction } from './extraction-state.js'
import { changedPaths, changeState } from './freshness.js'
import type { IndexAccess } from './index-access.js'
import { readSourceText, type SourceText } from './source-text.js'

export interface GetSession {
  readonly root: string
  readonly manifest: Manifest
  readonly index: IndexAccess
  readonly extractors: OpenKbOptions['extractors']
}

/**
 * The indexed text that `reference` names, with the state of its document. No model is needed, so no coherence either.
 * @throws RetrieveError `RETRIEVE_REFERENCE_INVALID`, `RETRIEVE_NOT_FOUND`, `RETRIEVE_OUTSIDE_KB`
 */
export async function get(session: GetSession, reference: string): Promise<DocumentText> {
  const { root, manifest } = session
  const reader = await session.index.reader()
  const { referenced, chunks } = reader.snapshot(() => {
    const found = findReference({ reader, root, kbId: manifest.kb.id }, reference)
    return { referenced: found, chunks: reader.chunksOfDocument(found.document.id) }
  })
  const { document } = referenced
  const source =
    referenced.part?.kind === 'chunk'
      ? await storedOnly(root, reader, document)
      : await readSourceText(root, document)
  return {
    kbId: manifest.kb.id,
    ...toDocumentView(document, { chunks: chunks.length, ...changeState(source.change) }),
    ...documentPart({ referenced, source, chunks }),
    passages: chunks.map(({ chunkUid, charStart }) => ({ chunkId: chunkUid, charStart })),
    staleExtraction: outdatedExtraction(document, session.extractors, manifest),
  }
}

/** A single passage needs no file but for the comparison. */
async function storedOnly(root: string, reader: IndexReader, document: DocumentRow): Promise<SourceText> {
  const changed = await changedPaths(root, [document], reader.stamps([document.path]))
  return { text: null, origin: 'index', pageSpans: null, change: changed.get(document.path) }
}
