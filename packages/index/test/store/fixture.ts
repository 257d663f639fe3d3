import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocUlid } from '@pinakes/manifest'
import { afterEach } from 'vitest'
import type { Chunk, DocumentRow, DocumentWrite, IndexReader, IndexWriter } from '../../src/contracts.js'
import { createIndex, openIndexReader, openIndexWriter } from '../../src/index.js'
import { IDENTITY } from './identity.js'
import { DIM, textVector } from './text-vector.js'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

/** Closed and forgotten when the test ends; closing twice is no error. */
export function closeLater<T extends { close(): void }>(resource: T): T {
  cleanups.push(() => resource.close())
  return resource
}

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-index-test-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function newIndex(path = join(temporaryFolder(), 'index.db')): IndexWriter {
  return closeLater(createIndex(path, { identity: IDENTITY }))
}

export function reader(path: string): IndexReader {
  return closeLater(openIndexReader(path))
}

export function writer(path: string): IndexWriter {
  return closeLater(openIndexWriter(path))
}

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

/** What a search found, as `path#ordinal`, best first. */
export function found(index: IndexReader, hits: readonly { readonly chunkId: number }[]): string[] {
  const rows = new Map(index.chunks(hits.map(({ chunkId }) => chunkId)).map((row) => [row.chunkId, row]))
  return hits.map(({ chunkId }) => {
    const row = rows.get(chunkId)
    return `${row?.document.path}#${row?.ordinal}`
  })
}
