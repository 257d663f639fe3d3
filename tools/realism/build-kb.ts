import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openIndexReader } from '@pinakes/index'
import { kbPaths } from '@pinakes/manifest'
import { mintText } from '@pinakes/sidecar'
import { indexKb } from '../bench/ir/knowledge-base.js'
import { documentId } from './document-id.js'
import type { SourceDocument } from './source-documents.js'

/** What the sidecars say, so that two builds are the same. */
const CREATED = '20261201 11:00'

/** Less than this is not the corpus that the golden set was written for. */
const LEAST = { documents: 300, chunks: 20_000 }

export interface BuildOptions {
  /** Removed if it is there. */
  readonly root: string
  /** Folder with `eval/`: the golden set and what was committed for it. */
  readonly golden: string
  /** Text of `pinakes.toml`. */
  readonly manifest: string
}

export interface KbSize {
  readonly documents: number
  readonly chunks: number
}

/**
 * Writes the documents with their sidecars, golden set and manifest to `root`, and indexes them by the real sync.
 * Throws when a document fails or the corpus is too small.
 */
export async function buildKb(
  documents: readonly SourceDocument[],
  { root, golden, manifest }: BuildOptions,
): Promise<KbSize> {
  rmSync(root, { recursive: true, force: true })
  cpSync(join(golden, 'eval'), join(root, 'eval'), { recursive: true })
  writeFileSync(join(root, 'pinakes.toml'), manifest)
  for (const document of documents) writeDocument(root, document)
  await indexKb(root)
  return checkedSize(root)
}

function writeDocument(root: string, { path, text, title, tags }: SourceDocument): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  writeFileSync(`${file}.pnk.yaml`, mintText({ id: documentId(path), title, created: CREATED, tags }))
}

function checkedSize(root: string): KbSize {
  const reader = openIndexReader(kbPaths(root).index)
  try {
    const size = { documents: reader.documents().length, chunks: reader.countChunks({}) }
    if (size.documents >= LEAST.documents && size.chunks >= LEAST.chunks) return size
    throw new Error(
      `${size.documents} documents in ${size.chunks} chunks are fewer than ${LEAST.documents} and ${LEAST.chunks}`,
    )
  } finally {
    reader.close()
  }
}
