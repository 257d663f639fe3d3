import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentRow, type IndexReader, openIndexReader } from '@pinakes/index'
import { contentHash, documentOfSidecar, kbPaths, loadManifest } from '@pinakes/manifest'
import { parseSidecar } from '@pinakes/sidecar'

/** A sidecar that can be read. */
export interface SeenSidecar {
  readonly id: string
  readonly text: string
}

export interface SeenSidecars {
  /** By path of the document. */
  readonly readable: ReadonlyMap<string, SeenSidecar>
  /** Paths of sidecars that cannot be parsed. */
  readonly torn: readonly string[]
}

function filesBelowDocs(root: string): string[] {
  return readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** A temporary file that a killed writer left; sync passes it over, and `doctor` names it. */
const LEFT_OVER = /\.pnk\.yaml\..*new$/

/** By path: the hash of every file below `docs/` that is no sidecar. */
export function documentHashes(root: string): Map<string, string> {
  const documents = filesBelowDocs(root).filter(
    (path) => documentOfSidecar(path) === null && !LEFT_OVER.test(path),
  )
  return new Map(documents.map((path) => [path, contentHash(readFileSync(join(root, path)))]))
}

/** Every sidecar below `docs/`. */
export function sidecarsOf(root: string): SeenSidecars {
  const owner = loadManifest(root).kb.id
  const readable = new Map<string, SeenSidecar>()
  const torn: string[] = []
  for (const path of filesBelowDocs(root)) {
    const document = documentOfSidecar(path)
    if (document === null) continue
    const bytes = readFileSync(join(root, path))
    try {
      readable.set(document, { id: parseSidecar(bytes, { path, owner }).id, text: bytes.toString('utf8') })
    } catch {
      torn.push(path)
    }
  }
  return { readable, torn }
}

/** What `read` gets out of the index; null if there is none or it cannot be opened. */
function reading<T>(root: string, read: (reader: IndexReader) => T): T | null {
  try {
    const reader = openIndexReader(kbPaths(root).index)
    try {
      return read(reader)
    } finally {
      reader.close()
    }
  } catch {
    return null
  }
}

/** Rows of active documents; null if the index is missing or cannot be opened. */
export function indexedDocuments(root: string): DocumentRow[] | null {
  return reading(root, (reader) => reader.documents())
}

/** By path: everything the index holds of a document, ids left out, since those of new documents are random. */
export function indexedContent(root: string): Map<string, unknown> {
  const content = reading(
    root,
    (reader) => new Map(reader.documents().map((row) => [row.path, contentOf(reader, row)])),
  )
  if (content === null) throw new Error(`${root}: the index does not open`)
  return content
}

function contentOf(reader: IndexReader, row: DocumentRow): unknown {
  const { contentHash, sourceType, title, metadata } = row
  const chunks = reader
    .chunksOfDocument(row.id)
    .map(({ ordinal, text, charStart, charEnd, headingPath, tokenCount }) => ({
      ordinal,
      text,
      charStart,
      charEnd,
      headingPath,
      tokenCount,
    }))
  return { contentHash, sourceType, title, metadata, chunks }
}

/** Ids of the documents that are known to be deleted. */
export function deletedIds(root: string): string[] {
  return (
    reading(root, (reader) =>
      reader
        .documents({ state: 'deleted' })
        .map(({ id }) => id)
        .sort(),
    ) ?? []
  )
}
