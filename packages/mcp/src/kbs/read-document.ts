import { join } from 'node:path'
import { decodeUtf8, displayPath, isPinakesError, normaliseText, readRegularFile } from '@pinakes/manifest'
import type { DocumentText } from '@pinakes/retrieve'
import { ServeError } from '../errors.js'
import type { ServedKb } from './served-kb.js'

/**
 * The whole text of the active document with that id: of a text document its file as it is now, of an extracted one
 * its entry in the extraction cache. Nothing is extracted anew.
 *
 * @throws ServeError `SERVE_DOCUMENT_UNKNOWN`, `SERVE_SOURCE_UNREADABLE`, `SERVE_EXTRACTION_MISSING`; RetrieveError
 * `RETRIEVE_OUTSIDE_KB`
 */
export async function readDocument({ kb }: ServedKb, id: string): Promise<DocumentText> {
  const document = await find(kb, id)
  if (document.sourceType === 'pdf') {
    if (document.origin === 'extraction') return document
    throw extractionMissing(document.path)
  }
  // Of a changed file the index has the earlier text; whoever reads a document wants the one that is there.
  return document.origin === 'file'
    ? document
    : { ...document, text: await readSource(kb.root, document.path), origin: 'file' }
}

/** Further than any text reaches. */
const TO_THE_END = 999_999_999_999

/**
 * The document that a passage stands in, from that passage on: as it was indexed, for only there is the passage's place
 * known. Of a paged document all of it, which is read on by page.
 *
 * @throws as {@link readDocument}
 */
export async function readFromPassage(
  served: ServedKb,
  chunkId: string,
): Promise<{ readonly document: DocumentText; readonly page: number | undefined }> {
  const passage = await find(served.kb, chunkId)
  const { docId, charStart, pageStart } = passage
  if (pageStart !== null) return { document: await readDocument(served, docId), page: pageStart }
  try {
    const document = await find(served.kb, `${docId}:${charStart}-${TO_THE_END}`)
    return { document: { ...document, notices: [] }, page: undefined }
  } catch (error) {
    if (!isPinakesError(error, 'RETRIEVE_OUTSIDE_KB')) throw error
    return { document: { ...passage, notices: [ALONE] }, page: undefined }
  }
}

const ALONE =
  'only this passage is given, as it was indexed: its file leads out of the knowledge base through a symbolic link'

async function find(kb: ServedKb['kb'], id: string): Promise<DocumentText> {
  try {
    return await kb.get(id)
  } catch (error) {
    if (!isPinakesError(error, 'RETRIEVE_NOT_FOUND')) throw error
    throw documentUnknown(id, kb.name, error)
  }
}

/** The refusal of a document that is not there, or no longer. */
export function documentUnknown(reference: string, kb: string, cause: unknown): ServeError {
  const why = isPinakesError(cause) ? cause.message : `Nothing that is indexed is called ${reference}`
  return new ServeError({
    code: 'SERVE_DOCUMENT_UNKNOWN',
    message: `${why} (knowledge base ${kb})`,
    remedy:
      'Find the document with pinakes_search and pass its doc_id; for one of another served knowledge base pass its kb_id as kb.',
    details: { reference },
    cause,
  })
}

/** That the path does not lead out of the knowledge base was checked when the document was found. */
async function readSource(root: string, path: string): Promise<string> {
  const bytes = await readRegularFile(join(root, path)).catch((error: unknown) => {
    throw sourceUnreadable(path, 'it cannot be read any more', error)
  })
  const text = decodeUtf8(bytes)
  if (text === null) throw sourceUnreadable(path, 'it is no UTF-8 text any more')
  return normaliseText(text)
}

function sourceUnreadable(path: string, why: string, cause?: unknown): ServeError {
  return new ServeError({
    code: 'SERVE_SOURCE_UNREADABLE',
    message: `${displayPath(path)} was indexed, but ${why}`,
    remedy:
      'Passages of it can still be found with pinakes_search; ask the owner to restore the file and run `pnk sync`.',
    details: { path },
    cause,
  })
}

function extractionMissing(path: string): ServeError {
  return new ServeError({
    code: 'SERVE_EXTRACTION_MISSING',
    message: `The extracted text of ${displayPath(path)} is not in the cache`,
    remedy:
      'Passages of it can still be found with pinakes_search; ask the owner to run `pnk sync`, which spends money where the extraction backend is a paid one.',
    details: { path },
  })
}
