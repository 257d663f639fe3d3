import { expect, it } from 'vitest'
import { openDatabase } from '../../src/store/sqlite.js'
import type { Tables } from '../../src/store/tables.js'
import { closeLater, newIndex } from './fixture.js'

/** How a column is declared whose values have the TypeScript type `Value`. */
type Declared<Value> = null extends Value ? Kind<NonNullable<Value>> : `${Kind<Value>} NOT NULL`
type Kind<Value> = Value extends string ? 'TEXT' : Value extends number ? 'INTEGER' | 'REAL' : 'BLOB'

/** `chunks_fts` apart, whose columns have no declared types. */
type Declarations = {
  readonly [T in Exclude<keyof Tables, 'chunks_fts'>]: {
    readonly [C in keyof Tables[T]]: Declared<Tables[T][C]>
  }
}

/**
 * `Tables` once more, as values: the compiler lets no column be missing here or be declared against its type, and the
 * test below lets none differ from the real index.
 */
const DECLARATIONS: Declarations = {
  meta: { key: 'TEXT NOT NULL', value: 'TEXT NOT NULL' },
  documents: {
    id: 'TEXT NOT NULL',
    path: 'TEXT NOT NULL',
    content_hash: 'TEXT NOT NULL',
    sidecar_hash: 'TEXT',
    mtime: 'REAL NOT NULL',
    source_type: 'TEXT NOT NULL',
    title: 'TEXT',
    metadata: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    extraction_backend: 'TEXT',
    extraction_fingerprint: 'TEXT',
    first_chunk: 'INTEGER',
    chunk_count: 'INTEGER NOT NULL',
  },
  chunks: {
    id: 'INTEGER NOT NULL',
    doc_id: 'TEXT NOT NULL',
    ordinal: 'INTEGER NOT NULL',
    char_start: 'INTEGER NOT NULL',
    char_end: 'INTEGER NOT NULL',
    token_count: 'INTEGER NOT NULL',
    heading_path: 'TEXT',
    page_start: 'INTEGER',
    page_end: 'INTEGER',
    chunk_uid: 'TEXT NOT NULL',
    content_sha256: 'TEXT NOT NULL',
    instruction_signals: 'TEXT NOT NULL',
    fts_text: 'TEXT',
    fts_suffix: 'TEXT NOT NULL',
    fts_terms: 'TEXT NOT NULL',
    text: 'TEXT NOT NULL',
  },
  embeddings: { chunk_id: 'INTEGER NOT NULL', vector: 'BLOB NOT NULL' },
  embedding_codes: { page: 'INTEGER NOT NULL', codes: 'BLOB NOT NULL' },
  links: {
    src_kb_id: 'TEXT NOT NULL',
    src_doc_id: 'TEXT NOT NULL',
    dst_kb_id: 'TEXT NOT NULL',
    dst_doc_id: 'TEXT NOT NULL',
    rel: 'TEXT NOT NULL',
    origin: 'TEXT NOT NULL',
  },
  kb_refs: { kb_id: 'TEXT NOT NULL', alias: 'TEXT', path: 'TEXT', last_scan: 'TEXT' },
  failures: {
    id: 'INTEGER NOT NULL',
    path: 'TEXT NOT NULL',
    stage: 'TEXT NOT NULL',
    error: 'TEXT NOT NULL',
    happened: 'TEXT NOT NULL',
  },
  file_stamps: {
    path: 'TEXT NOT NULL',
    size: 'INTEGER NOT NULL',
    mtime_ms: 'REAL NOT NULL',
    ctime_ms: 'REAL NOT NULL',
    ino: 'REAL NOT NULL',
    hash: 'TEXT NOT NULL',
    taken_ms: 'REAL NOT NULL',
  },
  nodes: { id: 'INTEGER NOT NULL', kind: 'TEXT NOT NULL', key: 'TEXT NOT NULL' },
  edges: { src: 'INTEGER NOT NULL', dst: 'INTEGER NOT NULL', kind: 'TEXT NOT NULL' },
  mention_counts: { chunk_node: 'INTEGER NOT NULL', entity_node: 'INTEGER NOT NULL', n: 'INTEGER NOT NULL' },
  same_as: { entity_a: 'INTEGER NOT NULL', entity_b: 'INTEGER NOT NULL', cosine: 'REAL NOT NULL' },
  label_embeddings: { label: 'TEXT NOT NULL', vector: 'BLOB NOT NULL' },
  extracted_entities: {
    ner_model: 'TEXT NOT NULL',
    content_sha256: 'TEXT NOT NULL',
    entities: 'TEXT NOT NULL',
  },
}

const FULL_TEXT = { rowid: true, chunks_fts: true, text: true, terms: true } satisfies Record<
  keyof Tables['chunks_fts'],
  true
>

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
}

function realIndex() {
  return closeLater(openDatabase(newIndex().path, { readonly: true }))
}

it('the typed tables are the tables of a real index, column by column, type and nullability included', () => {
  const database = realIndex()
  const names = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'chunks_fts*' AND name NOT GLOB 'sqlite_*'",
    )
    .pluck()
    .all() as string[]
  const real = names.map((table) => {
    const columns = database.pragma(`table_info(${table})`) as ColumnInfo[]
    // A key is never null in what this package writes, though SQLite would allow it in some tables.
    const declared = columns.map(({ name, type, notnull, pk }) => [
      name,
      notnull === 1 || pk > 0 ? `${type} NOT NULL` : type,
    ])
    return [table, Object.fromEntries(declared)]
  })
  expect(Object.fromEntries(real)).toEqual(DECLARATIONS)
})

it('the typed full-text table has the columns that FTS5 gives it, hidden ones included', () => {
  const database = realIndex()
  const columns = database.pragma('table_xinfo(chunks_fts)') as ColumnInfo[]
  // `rank` is the other hidden one: bm25() without weights, which no query here may use.
  const real = columns.map(({ name }) => name).filter((name) => name !== 'rank')
  expect(['rowid', ...real].sort()).toEqual(Object.keys(FULL_TEXT).sort())
  expect(database.prepare('SELECT rowid FROM chunks_fts').all()).toEqual([])
})
