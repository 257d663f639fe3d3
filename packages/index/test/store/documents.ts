import type { DocUlid } from '@pinakes/manifest'
import type { Chunk, DocumentRow, DocumentWrite } from '../../src/contracts.js'
import { DIM, textVector } from './text-vector.js'

/** The id of the n-th document. */
export function docId(n: number): DocUlid {
  return `01J${String(n).padStart(23, '0')}` as DocUlid
}

export function row(n: number, fields: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id: docId(n),
    path: `docs/${n}.md`,
    contentHash: `sha256:${String(n).padStart(64, '0')}`,
    sidecarHash: null,
    mtime: 1000 + n,
    sourceType: 'markdown',
    title: `Title ${n}`,
    metadata: '{}',
    state: 'active',
    extractionBackend: null,
    extractionFingerprint: null,
    ...fields,
  }
}

export function chunk(ordinal: number, text: string, fields: Partial<Chunk> = {}): Chunk {
  return {
    ordinal,
    text,
    charStart: ordinal * 100,
    charEnd: ordinal * 100 + text.length,
    tokenCount: text.split(/\s+/).length,
    headingPath: null,
    unnumberedHeadingPath: null,
    pageStart: null,
    pageEnd: null,
    ...fields,
  }
}

/** The vectors of a document, one array of {@link DIM} numbers a chunk. */
export function vectors(...rows: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from(rows.flat())
}

/** A document of the given chunk texts, each with its {@link textVector}. */
export function write(n: number, texts: readonly string[], fields: Partial<DocumentRow> = {}): DocumentWrite {
  return {
    document: row(n, fields),
    chunks: texts.map((text, i) => chunk(i, text)),
    vectors: vectors(...texts.map(textVector)),
    links: [],
  }
}
