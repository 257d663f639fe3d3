import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentRow } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'

/** The extracted text of a paged document. Spans are half-open code points, one a page, in page order. */
export interface ExtractedPages {
  readonly text: string
  readonly pageSpans: readonly (readonly [number, number])[]
}

/**
 * The entry of the extraction cache that a document's row names, or null where there is none or it
 * cannot be read: nothing is extracted anew here, since that may cost money.
 */
export async function readExtraction(root: string, document: DocumentRow): Promise<ExtractedPages | null> {
  const { contentHash, extractionFingerprint } = document
  const hex = contentHash.replace(/^sha256:/, '')
  const path = join(kbPaths(root).extractCacheDir, `${hex}-${extractionFingerprint}.json`)
  try {
    return checkEntry(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    // Absent, unreadable or torn entries are misses by the format; the caller falls back to the stored passages.
    return null
  }
}

function checkEntry(entry: unknown): ExtractedPages | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { schema, text, page_spans: spans } = entry as Record<string, unknown>
  if (schema !== 1 || typeof text !== 'string' || !Array.isArray(spans)) return null
  return spans.every(isSpan) ? { text, pageSpans: spans } : null
}

function isSpan(span: unknown): span is readonly [number, number] {
  return Array.isArray(span) && span.length === 2 && span.every(Number.isSafeInteger) && span[0] <= span[1]
}
