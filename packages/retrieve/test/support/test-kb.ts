import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Embedder } from '@pinakes/embed'
import type { SourceType } from '@pinakes/extract-free'
import {
  type ChunkingSettings,
  chunkDocument,
  createIndex,
  type DocumentRow,
  type DocumentWrite,
  type IndexWriter,
  openIndexWriter,
  removeIndex,
} from '@pinakes/index'
import { contentHash, type DocUlid, kbPaths, mintUlid } from '@pinakes/manifest'
import { bagEmbedder } from './bag-embedder.js'

const CHUNKING: ChunkingSettings = { headings: 'none', metadata: 'off', maxTokens: 60, overlap: 0 }
export const KB_ID = '01JV3K2H8M5Q9T1X4Z7B0D3F6G'

export interface TestDocument {
  readonly text: string
  readonly title?: string
  readonly tags?: readonly string[]
  readonly sourceType?: SourceType
  readonly mtime?: number
  readonly extraction?: { readonly backend: string; readonly fingerprint: string }
  readonly pageSpans?: readonly (readonly [number, number])[]
}

/** A real knowledge base in a temporary folder, with an index made by the index package. */
export interface TestKb {
  readonly root: string
  /** Document ids by path. */
  readonly ids: ReadonlyMap<string, DocUlid>
  /** Adds or replaces documents, on disk and in the index. */
  put(documents: Readonly<Record<string, TestDocument>>): Promise<void>
  /** Changes the index as a sync would. */
  write(change: (writer: IndexWriter) => void): void
  manifest(lines: Readonly<Record<string, string>>): void
  remove(): void
}

export interface TestKbOptions {
  readonly embedder?: Embedder
  /** Lines of `[retrieval]`. */
  readonly retrieval?: string
}

/** A KB with `documents` (text by path) indexed by `embedder`. Remove it at the end. */
export async function testKb(
  documents: Readonly<Record<string, TestDocument | string>>,
  { embedder = bagEmbedder(), retrieval = 'rerank = "none"' }: TestKbOptions = {},
): Promise<TestKb> {
  const root = mkdtempSync(join(tmpdir(), 'pnk-kb-'))
  const paths = kbPaths(root)
  const ids = new Map<string, DocUlid>()
  const { provider, model, dim } = embedder.info()
  const manifest = (lines: Readonly<Record<string, string>>) => {
    const tables = {
      embedding: `provider = "${provider}"\nmodel = "${model}"\ndim = ${dim}`,
      retrieval,
      ...lines,
    }
    const body = Object.entries(tables).map(([table, text]) => `[${table}]\n${text}\n`)
    writeFileSync(paths.manifest, [`[kb]\nname = "test"\nid = "${KB_ID}"\n[sources]\n`, ...body].join('\n'))
  }
  const write = (change: (writer: IndexWriter) => void) => {
    const writer = openIndexWriter(paths.index)
    try {
      writer.inTransaction(() => change(writer))
    } finally {
      writer.close()
    }
  }
  const put = async (added: Readonly<Record<string, TestDocument>>) => {
    const writes: DocumentWrite[] = []
    for (const [path, document] of Object.entries(added)) {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, document.text)
      const id = ids.get(path) ?? mintUlid<'document'>()
      ids.set(path, id)
      const chunks = chunksOf(document, embedder)
      const texts = chunks.map(({ text }) => text)
      const vectors = await embedder.embed(texts, 'passage')
      writes.push({ document: toRow(id, path, file, document), chunks, vectors, links: [] })
    }
    write((writer) => {
      for (const one of writes) writer.putDocument(one)
    })
  }
  manifest({})
  removeIndex(paths.index)
  createIndex(paths.index, { identity: { embedding: embedder.info(), chunking: CHUNKING } }).close()
  const entries = Object.entries(documents)
  await put(
    Object.fromEntries(entries.map(([path, doc]) => [path, typeof doc === 'string' ? { text: doc } : doc])),
  )
  write((writer) => writer.setMeta({ build_state: 'complete', build_id: '01JV3M0000000000000000BVJD' }))
  return { root, ids, put, write, manifest, remove: () => rmSync(root, { recursive: true, force: true }) }
}

function chunksOf({ text, sourceType = 'markdown', pageSpans }: TestDocument, embedder: Embedder) {
  return chunkDocument({
    text: text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'),
    sourceType,
    settings: CHUNKING,
    countTokens: (piece) => embedder.countTokens(piece),
    ...(pageSpans === undefined ? {} : { pageSpans }),
  })
}

function toRow(id: DocUlid, path: string, file: string, document: TestDocument): DocumentRow {
  return {
    id,
    path,
    contentHash: contentHash(document.text),
    sidecarHash: null,
    mtime: document.mtime ?? statSync(file).mtimeMs / 1000,
    sourceType: document.sourceType ?? 'markdown',
    title: document.title ?? null,
    metadata: JSON.stringify(document.tags === undefined ? {} : { tags: document.tags }),
    state: 'active',
    extractionBackend: document.extraction?.backend ?? null,
    extractionFingerprint: document.extraction?.fingerprint ?? null,
  }
}
