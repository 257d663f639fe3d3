import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DocumentRow, openIndexReader, openIndexWriter } from '@pinakes/index'
import { type KbUlid, kbPaths, sidecarPath } from '@pinakes/manifest'
import { readSidecar } from '@pinakes/sidecar'
import { afterEach } from 'vitest'
import { type SyncOptions, type SyncReport, syncKb } from '../../src/index.js'
import { type WordEmbedder, wordEmbedder } from './word-embedder.js'

export const KB_ID = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid

const MANIFEST = `[kb]
name = "Test"
id = "${KB_ID}"

[sources]
roots = ["docs/"]
include = ["**/*.md", "**/*.txt"]
exclude = []

[embedding]
provider = "test"
model = "words"
dim = 16
`

const created: string[] = []

afterEach(() => {
  for (const root of created.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** A KB in a temporary folder, removed after the test. */
export class TestKb {
  readonly root: string
  readonly paths: ReturnType<typeof kbPaths>
  embedder: WordEmbedder = wordEmbedder()
  /** How often a sync asked for the model. */
  loads = 0

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'pnk-sync-')))
    created.push(this.root)
    this.paths = kbPaths(this.root)
    mkdirSync(join(this.root, 'docs'))
    this.setManifest((text) => text)
    for (const [key, content] of Object.entries(files)) this.write(key, content)
  }

  setManifest(edit: (text: string) => string): void {
    writeFileSync(this.paths.manifest, edit(MANIFEST))
  }

  path(key: string): string {
    return join(this.root, key)
  }

  write(key: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(key)), { recursive: true })
    writeFileSync(this.path(key), content)
  }

  read(key: string): string {
    return readFileSync(this.path(key), 'utf8')
  }

  exists(key: string): boolean {
    return existsSync(this.path(key))
  }

  remove(key: string): void {
    rmSync(this.path(key), { recursive: true })
  }

  /** Moves one file; its sidecar stays where it is. */
  move(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true })
    renameSync(this.path(from), this.path(to))
  }

  /** Moves a document together with its sidecar. */
  moveWithSidecar(from: string, to: string): void {
    this.move(from, to)
    this.move(sidecarPath(from), sidecarPath(to))
  }

  /** The id in the sidecar of a document. */
  idOf(key: string): string {
    return readSidecar(sidecarPath(this.path(key)), KB_ID).sidecar.id
  }

  names(key: string): string[] {
    return readdirSync(this.path(key)).sort()
  }

  async sync(options: Partial<SyncOptions> = {}): Promise<SyncReport> {
    return syncKb(this.root, {
      extractors: [],
      loadEmbedder: async () => {
        this.loads++
        return this.embedder
      },
      ...options,
    })
  }

  /** All rows, deleted ones included, sorted by path and id. */
  rows(): DocumentRow[] {
    const writer = openIndexWriter(this.paths.index)
    try {
      return writer.documents().sort((a, b) => (`${a.path} ${a.id}` < `${b.path} ${b.id}` ? -1 : 1))
    } finally {
      writer.close()
    }
  }

  /** Path to id of the active documents. */
  active(): Record<string, string> {
    return Object.fromEntries(
      this.rows()
        .filter(({ state }) => state === 'active')
        .map(({ path, id }) => [path, id]),
    )
  }

  row(path: string): DocumentRow | undefined {
    return this.rows().find((row) => row.path === path && row.state === 'active')
  }

  /** What a search would return, by path: the texts of the chunks. */
  chunks(): Record<string, string[]> {
    return this.reading((reader) =>
      Object.fromEntries(
        reader.documents().map(({ id, path }) => [path, reader.chunksOfDocument(id).map(({ text }) => text)]),
      ),
    )
  }

  meta(): ReadonlyMap<string, string> {
    return this.reading((reader) => reader.meta())
  }

  failures(): { path: string; stage: string; error: string }[] {
    return this.reading((reader) =>
      reader.failures().map(({ path, stage, error }) => ({ path, stage, error })),
    )
  }

  /** Everything a search can see, in an order of its own: equal for two indexes that answer alike. */
  snapshot(): unknown {
    const of = (columns: string) => `SELECT ${columns} FROM documents d`
    const active = `WHERE d.state = 'active' ORDER BY d.path`
    return {
      documents: this.query(
        `${of('d.id, d.path, d.content_hash, d.sidecar_hash, d.mtime, d.source_type, d.title, d.metadata')} ${active}`,
      ),
      chunks: this.query(
        `${of('d.path, c.ordinal, c.chunk_uid, c.text, c.char_start, c.char_end, c.heading_path, c.token_count')}
         JOIN chunks c ON c.doc_id = d.id ${active}, c.ordinal`,
      ),
      vectors: this.query(
        `${of('d.path, c.ordinal, hex(e.vector) AS vector')} JOIN chunks c ON c.doc_id = d.id
         JOIN embeddings e ON e.chunk_id = c.id ${active}, c.ordinal`,
      ),
      edges: this.query(
        `SELECT e.kind, s.key AS source, d.key AS destination FROM edges e
         JOIN nodes s ON s.id = e.src JOIN nodes d ON d.id = e.dst ORDER BY e.kind, s.key, d.key`,
      ),
      words: this.query(
        `${of('d.path, c.ordinal')} JOIN chunks c ON c.doc_id = d.id
         JOIN chunks_fts f ON f.rowid = c.id WHERE chunks_fts MATCH 'alpha OR beta' ORDER BY d.path, c.ordinal`,
      ),
      links: this.query('SELECT * FROM links ORDER BY 1, 2, 3, 4, 5'),
    }
  }

  /** Rows of any table. */
  query(sql: string): unknown[] {
    const database = new Database(this.paths.index, { readonly: true })
    try {
      return database.prepare(sql).all()
    } finally {
      database.close()
    }
  }

  reading<T>(use: (reader: ReturnType<typeof openIndexReader>) => T): T {
    const reader = openIndexReader(this.paths.index)
    try {
      return use(reader)
    } finally {
      reader.close()
    }
  }
}

interface Sqlite {
  prepare(sql: string): { all(): unknown[] }
  close(): void
}

const Database = createRequire(new URL('../../../index/package.json', import.meta.url))(
  'better-sqlite3',
) as new (
  path: string,
  options: { readonly: boolean },
) => Sqlite
