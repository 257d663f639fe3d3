import type { SourceType } from '@pinakes/extract-free'
import type { DocUlid } from '@pinakes/manifest'
import type { ChunkRow, DocumentRow, DocumentState } from '../contracts.js'

/** The columns of a document from a table called `d`, in the order of {@link DocumentRecord}, under the names of a row. */
export const DOCUMENT_SELECTION = [
  'd.id',
  'd.path',
  'd.content_hash as contentHash',
  'd.sidecar_hash as sidecarHash',
  'd.mtime',
  'd.source_type as sourceType',
  'd.title',
  'd.metadata',
  'd.state',
  'd.extraction_backend as extractionBackend',
  'd.extraction_fingerprint as extractionFingerprint',
] as const

/** {@link DOCUMENT_SELECTION} as SQL. */
export const DOCUMENT_COLUMNS = DOCUMENT_SELECTION.join(', ')

/** A raw row of {@link DOCUMENT_COLUMNS}. */
export type DocumentRecord = readonly [
  id: DocUlid,
  path: string,
  contentHash: string,
  sidecarHash: string | null,
  mtime: number,
  sourceType: SourceType,
  title: string | null,
  metadata: string,
  state: DocumentState,
  extractionBackend: string | null,
  extractionFingerprint: string | null,
]

export function documentRow(record: DocumentRecord): DocumentRow {
  const [
    id,
    path,
    contentHash,
    sidecarHash,
    mtime,
    sourceType,
    title,
    metadata,
    state,
    backend,
    fingerprint,
  ] = record
  return {
    id,
    path,
    contentHash,
    sidecarHash,
    mtime,
    sourceType,
    title,
    metadata,
    state,
    extractionBackend: backend,
    extractionFingerprint: fingerprint,
  }
}

/** The values of {@link DOCUMENT_COLUMNS}. */
export function documentValues(row: DocumentRow): DocumentRecord {
  return [
    row.id,
    row.path,
    row.contentHash,
    row.sidecarHash,
    row.mtime,
    row.sourceType,
    row.title,
    row.metadata,
    row.state,
    row.extractionBackend,
    row.extractionFingerprint,
  ]
}

/** The columns of a chunk, in the order of {@link ChunkRecord}, from a table called `c`. */
export const CHUNK_COLUMNS = [
  'c.id',
  'c.doc_id',
  'c.ordinal',
  'c.char_start',
  'c.char_end',
  'c.token_count',
  'c.heading_path',
  'c.page_start',
  'c.page_end',
  'c.chunk_uid',
  'c.content_sha256',
  'c.instruction_signals',
  'c.text',
].join(', ')

/** A raw row of {@link CHUNK_COLUMNS}. */
export type ChunkRecord = readonly [
  chunkId: number,
  docId: string,
  ordinal: number,
  charStart: number,
  charEnd: number,
  tokenCount: number,
  headingPath: string | null,
  pageStart: number | null,
  pageEnd: number | null,
  chunkUid: string,
  contentSha256: string,
  instructionSignals: string,
  text: string,
]

export function chunkRow(record: ChunkRecord, document: DocumentRow): ChunkRow {
  const [chunkId, , ordinal, charStart, charEnd, tokenCount, headingPath, pageStart, pageEnd, ...rest] =
    record
  const [chunkUid, contentSha256, signals, text] = rest
  return {
    chunkId,
    chunkUid,
    contentSha256,
    ordinal,
    text,
    charStart,
    charEnd,
    tokenCount,
    headingPath,
    pageStart,
    pageEnd,
    instructionSignals: signals === '' ? [] : signals.split(','),
    document,
  }
}
