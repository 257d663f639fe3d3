import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createIndex,
  type DocumentWrite,
  type IndexReader,
  type IndexWriter,
  openIndexReader,
} from '@pinakes/index'
import type { DocUlid, KbUlid } from '@pinakes/manifest'
import { onTestFinished } from 'vitest'
import { deriveGraph } from '../../src/index.js'

export const KB = '01J00000000000000000000000' as KbUlid

/** The id of the n-th document. */
export function docId(n: number): DocUlid {
  return `01J${String(n).padStart(23, '0')}` as DocUlid
}

/** A chunk by its heading path and vector; the text is the name that {@link namesOf} gives it. */
export interface ChunkSpec {
  readonly heading?: string
  /** Made a unit vector. */
  readonly vector: readonly [number, number, number]
}

export interface DocumentSpec {
  readonly path: string
  readonly tags?: readonly string[]
  /** Numbers of documents that this one links to, with a relation. */
  readonly links?: readonly (readonly [to: number, rel: string])[]
  readonly chunks: readonly ChunkSpec[]
}

export interface IndexedKb {
  readonly path: string
  readonly writer: IndexWriter
  readonly reader: IndexReader
  /** Ids of chunks by `path#ordinal`. */
  ids(...names: readonly string[]): number[]
  names(hits: readonly { readonly chunkId: number }[]): string[]
}

/** A real index of `documents`, numbered from 1, with its graph; gone when the test ends. */
export function indexedKb(documents: readonly DocumentSpec[], order = documents.keys()): IndexedKb {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-graph-test-'))
  const path = join(folder, 'index.db')
  const identity = {
    embedding: { provider: 'static', model: 'tiny', revision: null, dim: 3, fingerprint: 'f1' },
    chunking: { headings: 'none', metadata: 'off', maxTokens: 100, overlap: 10 },
  } as const
  const writer = createIndex(path, { identity })
  for (const at of order) writer.putDocument(documentWrite(at + 1, documents[at] as DocumentSpec))
  writer.replaceGraph(deriveGraph(writer.outlines()))
  const reader = openIndexReader(path)
  onTestFinished(() => {
    reader.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { chunkIds } = reader.chunkCosines(null)
  const rows = reader.chunks([...chunkIds])
  const named = new Map(rows.map((row) => [`${row.document.path}#${row.ordinal}`, row.chunkId]))
  const byId = new Map([...named].map(([name, id]) => [id, name]))
  return {
    path,
    writer,
    reader,
    ids: (...names) => names.map((name) => named.get(name) ?? Number.NaN),
    names: (hits) => hits.map(({ chunkId }) => byId.get(chunkId) ?? `chunk ${chunkId}`),
  }
}

export function unit(vector: readonly number[]): number[] {
  const norm = Math.hypot(...vector)
  return vector.map((value) => value / norm)
}

function documentWrite(n: number, { path, tags = [], links = [], chunks }: DocumentSpec): DocumentWrite {
  return {
    document: {
      id: docId(n),
      path,
      contentHash: `sha256:${String(n).padStart(64, '0')}`,
      sidecarHash: null,
      mtime: 1000 + n,
      sourceType: 'markdown',
      title: path,
      metadata: JSON.stringify({ tags }),
      state: 'active',
      extractionBackend: null,
      extractionFingerprint: null,
    },
    chunks: chunks.map(({ heading = null }, ordinal) => ({
      ordinal,
      text: `${path}#${ordinal}`,
      charStart: ordinal * 100,
      charEnd: ordinal * 100 + 50,
      tokenCount: 5,
      headingPath: heading,
      unnumberedHeadingPath: heading,
      pageStart: null,
      pageEnd: null,
    })),
    vectors: Float32Array.from(chunks.flatMap(({ vector }) => unit(vector))),
    links: links.map(([to, rel]) => ({
      srcKbId: KB,
      srcDocId: docId(n),
      dstKbId: KB,
      dstDocId: docId(to),
      rel,
      origin: 'sidecar',
    })),
  }
}
