import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadEmbedder } from '@pinakes/embed'
import { openIndexWriter } from '@pinakes/index'
import { contentHash, type DocUlid, kbPaths, loadManifest, mintUlid } from '@pinakes/manifest'
import { syncKb } from '@pinakes/sync'
import { afterEach } from 'vitest'

/** A knowledge base in a temporary folder, synced for real with the model that is shipped. */
export interface FolderKb {
  readonly root: string
  readonly id: string
  /** The id of a document, from its sidecar. */
  idOf(path: string): string
  write(path: string, text: string): void
  sync(mode?: 'full' | 'rebuild'): Promise<void>
  /** Adds a paged document as extraction would leave it: file, cached text, row and passages. */
  addPaged(path: string, pages: readonly string[]): DocUlid
}

export interface FolderKbOptions {
  readonly name?: string
  readonly id?: string
  /** Further lines of the manifest. */
  readonly manifest?: string
  /** Default true. */
  readonly isSynced?: boolean
}

/** Makers of knowledge bases that are removed after each test. */
export function useFolderKbs() {
  const roots: string[] = []
  afterEach(() => {
    for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
  })
  return async (
    files: Readonly<Record<string, string>>,
    options: FolderKbOptions = {},
  ): Promise<FolderKb> => {
    const { name = 'notes', id = mintUlid<'kb'>(), manifest = '', isSynced = true } = options
    const root = mkdtempSync(join(tmpdir(), 'pnk-mcp-'))
    roots.push(root)
    const kb = folderKb(root, id)
    kb.write('pinakes.toml', manifestText(name, id, manifest))
    for (const [path, text] of Object.entries(files)) kb.write(path, text)
    if (isSynced) await kb.sync()
    return kb
  }
}

function manifestText(name: string, id: string, more: string): string {
  const model = 'provider = "static"\nmodel = "pinakes/static-en"\ndim = 256\n'
  return `[kb]\nname = ${JSON.stringify(name)}\nid = "${id}"\n[sources]\n[embedding]\n${model}[retrieval]\nrerank = "none"\n${more}`
}

function folderKb(root: string, id: string): FolderKb {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    id,
    write,
    idOf: (path) => /^id: *(\S+)/m.exec(readFileSync(join(root, `${path}.pnk.yaml`), 'utf8'))?.[1] ?? '',
    async sync(mode = 'full') {
      const { embedding } = loadManifest(root)
      await syncKb(root, {
        mode,
        extractors: [],
        loadEmbedder: () => loadEmbedder({ ...embedding, offline: true }),
      })
    },
    addPaged: (path, pages) => addPaged({ root, write }, path, pages),
  }
}

function addPaged(
  { root, write }: Pick<FolderKb, 'root' | 'write'>,
  path: string,
  pages: readonly string[],
): DocUlid {
  const id = mintUlid<'document'>()
  const bytes = `%PDF ${path}`
  write(path, bytes)
  const spans: [number, number][] = []
  for (const page of pages) {
    const start = spans.at(-1)?.[1] ?? 0
    spans.push([start, start + [...page].length])
  }
  const hash = contentHash(Buffer.from(bytes))
  const entry = { schema: 1, text: pages.join(''), page_spans: spans }
  write(`.pinakes/cache/extract/${hash.replace('sha256:', '')}-fake.json`, JSON.stringify(entry))
  const writer = openIndexWriter(kbPaths(root).index)
  writer.inTransaction(() =>
    writer.putDocument({
      document: {
        id,
        path,
        contentHash: hash,
        sidecarHash: null,
        mtime: 0,
        sourceType: 'pdf',
        title: 'Paged',
        metadata: '{}',
        state: 'active',
        extractionBackend: 'fake',
        extractionFingerprint: 'fake',
      },
      chunks: [],
      vectors: new Float32Array(0),
      links: [],
    }),
  )
  writer.close()
  return id
}
