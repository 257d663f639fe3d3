/**
 * The layouts that the index might have had, each written with the same documents and read back:
 *
 *     node_modules/.bin/tsx tools/bench/index-write/layouts.ts [--documents 1000] [--dim 384] [--rounds 5]
 *
 * Full text by a trigger on each chunk, by a statement after each chunk, or by one statement at the end of a
 * transaction; vectors as a row a chunk or a row a document. All in batches of 100 documents with a savepoint a
 * document, WAL, `synchronous = NORMAL`. Prints medians of processor time for writing and of the time to load every
 * vector in a new connection.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type BetterSqlite3 from 'better-sqlite3'
import { documentWrite, madeUpTexts } from './documents.js'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    dim: { type: 'string', default: '384' },
    rounds: { type: 'string', default: '5' },
  },
})
const BATCH = 100
const dim = Number(values.dim)
const writes = madeUpTexts(Number(values.documents)).map((text, n) => documentWrite(n, text, dim))

const Database = createRequire(new URL('../../../packages/index/package.json', import.meta.url))(
  'better-sqlite3',
) as typeof BetterSqlite3

interface Layout {
  readonly fullText: 'trigger' | 'after each chunk' | 'once'
  readonly vectors: 'chunk' | 'document'
}

const LAYOUTS: readonly Layout[] = [
  { fullText: 'trigger', vectors: 'document' },
  { fullText: 'after each chunk', vectors: 'document' },
  { fullText: 'once', vectors: 'document' },
  { fullText: 'once', vectors: 'chunk' },
]

const TABLES = `
CREATE TABLE documents (id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL REFERENCES documents (id), ordinal INTEGER NOT NULL,
  text TEXT NOT NULL, UNIQUE (doc_id, ordinal)
);
CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  text, content = 'chunks', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TABLE embeddings (id PRIMARY KEY, vectors BLOB NOT NULL);`
const TRIGGER = `
CREATE TRIGGER chunks_ai AFTER INSERT ON chunks BEGIN
  INSERT INTO chunks_fts (rowid, text) VALUES (new.id, new.text);
END;`

function build(path: string, { fullText, vectors }: Layout): void {
  const database = new Database(path)
  database.pragma('page_size = 8192')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('temp_store = MEMORY')
  database.exec(TABLES + (fullText === 'trigger' ? TRIGGER : ''))
  const insertDocument = database.prepare('INSERT INTO documents VALUES (?, ?)')
  const insertChunk = database.prepare('INSERT INTO chunks VALUES (?, ?, ?, ?)')
  const insertText = database.prepare('INSERT INTO chunks_fts (rowid, text) VALUES (?, ?)')
  const insertTexts = database.prepare(
    'INSERT INTO chunks_fts (rowid, text) SELECT id, text FROM chunks WHERE id >= ?',
  )
  const insertVectors = database.prepare('INSERT INTO embeddings VALUES (?, ?)')
  let id = 0
  for (let from = 0; from < writes.length; from += BATCH) {
    const firstNew = id + 1
    database.exec('BEGIN')
    for (const write of writes.slice(from, from + BATCH)) {
      database.exec('SAVEPOINT one')
      insertDocument.run(write.document.id, write.document.path)
      for (const [ordinal, { text }] of write.chunks.entries()) {
        insertChunk.run(++id, write.document.id, ordinal, text)
        if (fullText === 'after each chunk') insertText.run(id, text)
        if (vectors === 'chunk')
          insertVectors.run(id, bytes(write.vectors.subarray(ordinal * dim, (ordinal + 1) * dim)))
      }
      if (vectors === 'document') insertVectors.run(write.document.id, bytes(write.vectors))
      database.exec('RELEASE one')
    }
    if (fullText === 'once') insertTexts.run(firstNew)
    database.exec('COMMIT')
  }
  database.close()
}

function bytes(vectors: Float32Array): Buffer {
  return Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength)
}

/** Every vector, by path and ordinal, into one array. */
function load(path: string, { vectors }: Layout): void {
  const database = new Database(path, { readonly: true })
  const join = vectors === 'chunk' ? 'JOIN chunks c ON c.doc_id = d.id JOIN embeddings e ON e.id = c.id' : ''
  const select = database.prepare(
    `SELECT e.vectors FROM documents d ${join === '' ? 'CROSS JOIN embeddings e ON e.id = d.id' : join}
     ORDER BY d.path${vectors === 'chunk' ? ', c.ordinal' : ''}`,
  )
  const all = new Uint8Array(writes.reduce((sum, each) => sum + each.vectors.byteLength, 0))
  let offset = 0
  for (const blob of select.pluck().iterate() as Iterable<Buffer>) {
    all.set(blob, offset)
    offset += blob.length
  }
  if (offset !== all.length) throw new Error(`loaded ${offset} bytes of ${all.length}`)
  database.close()
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

const folder = mkdtempSync(join(tmpdir(), 'pinakes-bench-layouts-'))
const results = LAYOUTS.map((layout) => ({ layout, write: [] as number[], load: [] as number[] }))
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [n, { layout, write, load: loads }] of results.entries()) {
    const path = join(folder, `${round}-${n}.db`)
    const before = process.cpuUsage()
    build(path, layout)
    const { user, system } = process.cpuUsage(before)
    write.push((user + system) / 1000)
    const started = performance.now()
    load(path, layout)
    loads.push(performance.now() - started)
  }
}
rmSync(folder, { recursive: true, force: true })
for (const { layout, write, load: loads } of results) {
  console.log(
    `full text ${layout.fullText}, vectors a ${layout.vectors}:`.padEnd(50),
    `write ${median(write).toFixed(0)} ms, load vectors ${median(loads).toFixed(1)} ms`,
  )
}
