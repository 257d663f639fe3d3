import type { Candidate } from './candidates.js'
import { citationOf } from './citation.js'
import { extractionKey } from './coherence.js'
import type { Passage } from './contracts.js'
import { changeState, type FileChange } from './freshness.js'

/** What is known of a KB's documents when passages are served. */
export interface ServedState {
  /** Keys of extractions that a paid backend has moved on from. */
  readonly staleExtractions: ReadonlySet<string>
  /** Paths whose files are not what was indexed. */
  readonly changed: ReadonlyMap<string, FileChange>
}

/** The citable form of a candidate. */
export function toPassage({ row, scores }: Candidate, state: ServedState): Passage {
  const { document } = row
  return {
    docId: document.id,
    chunkId: row.chunkUid,
    path: document.path,
    title: document.title,
    headingPath: row.headingPath,
    charStart: row.charStart,
    charEnd: row.charEnd,
    pageStart: row.pageStart,
    pageEnd: row.pageEnd,
    citation: citationOf({ ...row, path: document.path }),
    text: row.text,
    tokenCount: row.tokenCount,
    contentSha256: row.contentSha256,
    instructionLike: row.instructionSignals.length > 0,
    instructionSignals: row.instructionSignals,
    staleExtraction: staleFingerprint(document, state.staleExtractions),
    ...changeState(state.changed.get(document.path)),
    scores,
  }
}

/** The recorded fingerprint of a document whose paid extraction is out of date, else null. */
export function staleFingerprint(
  document: { readonly extractionBackend: string | null; readonly extractionFingerprint: string | null },
  stale: ReadonlySet<string>,
): string | null {
  const { extractionBackend, extractionFingerprint } = document
  return stale.has(extractionKey(extractionBackend, extractionFingerprint)) ? extractionFingerprint : null
}
