import { join } from 'node:path'
import type { DocumentRow } from '@pinakes/index'
import {
  contentHash,
  decodeUtf8,
  displayPath,
  leadsInside,
  normaliseText,
  readRegularFile,
} from '@pinakes/manifest'
import type { TextOrigin } from './contracts.js'
import { RetrieveError } from './errors.js'
import { readExtraction } from './extraction-entry.js'
import { changeOf, type FileChange } from './freshness.js'

/** The whole indexed text of a document, where it can be had. */
export interface SourceText {
  /** Null when neither file nor cache holds it any more: then only the stored passages do. */
  readonly text: string | null
  readonly origin: TextOrigin
  /** Null for documents without pages, and where they are not known. */
  readonly pageSpans: readonly (readonly [number, number])[] | null
  /** How the file is not what was indexed; undefined where it is. */
  readonly change: FileChange | undefined
}

/**
 * The indexed text of `document`: from its file when that still has the indexed hash, for extracted documents from the
 * extraction cache.
 * @throws RetrieveError `RETRIEVE_OUTSIDE_KB` when links lead from the document's path out of the KB.
 */
export async function readSourceText(root: string, document: DocumentRow): Promise<SourceText> {
  const path = join(root, document.path)
  if (!leadsInside(root, path)) throw outside(document.path)
  const { bytes, change } = await readIndexedBytes(path, document.contentHash)
  if (document.extractionFingerprint !== null) {
    const entry = await readExtraction(root, document)
    if (entry === null) return { text: null, origin: 'index', pageSpans: null, change }
    return { ...entry, origin: 'extraction', change }
  }
  const text = bytes === null ? null : decode(bytes)
  return { text, origin: text === null ? 'index' : 'file', pageSpans: null, change }
}

/** The bytes of the file, or null and why if they are not those that were indexed. */
async function readIndexedBytes(
  path: string,
  hash: string,
): Promise<{ readonly bytes: Uint8Array | null; readonly change: FileChange | undefined }> {
  try {
    const bytes = await readRegularFile(path)
    return contentHash(bytes) === hash ? { bytes, change: undefined } : { bytes: null, change: 'changed' }
  } catch (error) {
    return { bytes: null, change: changeOf(error) }
  }
}

/** The text that offsets address, or null for bytes that are none. */
function decode(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes)
  return text === null ? null : normaliseText(text)
}

function outside(path: string): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_OUTSIDE_KB',
    message: `${displayPath(path)} leads out of the knowledge base through a symbolic link, so its file is not read`,
    remedy: 'Replace the link by the file itself, or read single passages by their chunk ids.',
    details: { path },
  })
}
