/**
 * Writing an index against a floor: the same chunks into one FTS5 table, one transaction, nothing else.
 *
 *     node_modules/.bin/tsx tools/bench/index-write/run.ts [--documents 1000] [--dim 384] [--batch 100]
 *         [--rounds 7] [--texts FOLDER] [--json]
 *
 * Floor and store take turns, so that a busy machine slows both; medians are compared. Of the store's time the part
 * that derives what is stored (ids, full-text columns, instruction signals) is told apart. Then the index is opened
 * and searched once, as a command does. Texts are made up unless a folder of Markdown is named.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  createIndex,
  type DocumentWrite,
  identifyChunks,
  instructionSignals,
  lexicalColumns,
  openIndexReader,
} from '@pinakes/index'
import { documentWrite, madeUpTexts, textsBelow } from './documents.js'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    dim: { type: 'string', default: '384' },
    batch: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '7' },
    texts: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const [count, dim, batch, rounds] = [values.documents, values.dim, values.batch, values.rounds].map(
  Number,
) as [number, number, number, number]

type Driver = new (
  path: string,
) => {
  exec(sql: string): void
  prepare(sql: string): { run(...values: unknown[]): void }
  close(): void
}
const Database = createRequire(new URL('../../../packages/index/package.json', import.meta.url))(
  'better-sqlite3',
) as Driver

const texts = values.texts === undefined ? madeUpTexts(count) : textsBelow(values.texts, count)
const writes = texts.map((text, n) => documentWrite(n, text, dim))
const folder = mkdtempSync(join(tmpdir(), 'pinakes-bench-index-write-'))

function timed(body: () => void): number {
  const started = performance.now()
  body()
  return performance.now() - started
}

/** Milliseconds of processor time, user and system, which a busy machine inflates less. */
function processorTime(body: () => void): number {
  const started = process.cpuUsage()
  body()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

/** One row a chunk, stored and indexed by FTS5. */
function floor(path: string): void {
  const database = new Database(path)
  database.exec("CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'porter unicode61'); BEGIN")
  const insert = database.prepare('INSERT INTO texts VALUES (?)')
  for (const { chunks } of writes) for (const { text } of chunks) insert.run(text)
  database.exec('COMMIT')
  database.close()
}

/** As a sync writes: batches of documents, each document a transaction of its own inside. */
function store(path: string): void {
  const index = createIndex(path, {
    identity: {
      embedding: { provider: 'bench', model: 'random', revision: null, dim, fingerprint: null },
      chunking: { headings: 'none', metadata: 'off', maxTokens: 400, overlap: 40 },
    },
  })
  for (let from = 0; from < writes.length; from += batch) {
    index.inTransaction(() => {
      for (const write of writes.slice(from, from + batch))
        index.inTransaction(() => index.putDocument(write))
    })
  }
  index.close()
}

function derive({ document, chunks }: DocumentWrite): void {
  identifyChunks(document.id, chunks)
  for (const { text } of chunks) {
    lexicalColumns(text)
    instructionSignals(text)
  }
}

/** What one command pays: opening, one lexical search, one vector search that loads every vector. */
function firstSearch(path: string): Record<'open' | 'lexical' | 'vector' | 'again', number> {
  let index = openIndexReader(path)
  index.close()
  const open = timed(() => {
    index = openIndexReader(path)
  })
  const query = writes[0]?.vectors.slice(0, dim) ?? new Float32Array(dim)
  const words = writes[0]?.chunks[0]?.text.split(/\s+/).slice(0, 6).join(' ') ?? ''
  const lexical = timed(() => index.lexicalSearch(words, {}, 50))
  const vector = timed(() => index.vectorSearch(query, {}, 50))
  const again = timed(() => index.vectorSearch(query, {}, 50))
  index.close()
  return { open, lexical, vector, again }
}

const PARTS = {
  floor: (round: number) => floor(join(folder, `floor${round}.db`)),
  store: (round: number) => store(join(folder, `store${round}.db`)),
  derive: () => writes.forEach(derive),
}
type Part = keyof typeof PARTS

const wall: Record<Part, number[]> = { floor: [], store: [], derive: [] }
const processor: Record<Part, number[]> = { floor: [], store: [], derive: [] }
for (let round = 0; round < rounds; round++) {
  for (const part of Object.keys(PARTS) as Part[]) {
    wall[part].push(timed(() => processor[part].push(processorTime(() => PARTS[part](round)))))
  }
}
const last = join(folder, `store${rounds - 1}.db`)
const [floorMs, storeMs, deriveMs] = [median(wall.floor), median(wall.store), median(wall.derive)]
const searches = Array.from({ length: rounds }, () => firstSearch(last))
const search = (key: 'open' | 'lexical' | 'vector' | 'again') => median(searches.map((each) => each[key]))
const report = {
  documents: count,
  chunks: writes.reduce((sum, { chunks }) => sum + chunks.length, 0),
  characters: texts.reduce((sum, text) => sum + text.length, 0),
  dim,
  floorMs,
  storeMs,
  deriveMs,
  ratio: storeMs / floorMs,
  ratioWithoutDeriving: (storeMs - deriveMs) / floorMs,
  processorRatio: median(processor.store) / median(processor.floor),
  processorRatioWithoutDeriving:
    (median(processor.store) - median(processor.derive)) / median(processor.floor),
  fileMb: statSync(last).size / 1e6,
  openMs: search('open'),
  lexicalMs: search('lexical'),
  firstVectorMs: search('vector'),
  laterVectorMs: search('again'),
}
rmSync(folder, { recursive: true, force: true })
if (values.json) console.log(JSON.stringify(report, null, 2))
else
  for (const [key, value] of Object.entries(report))
    console.log(key.padEnd(30), Math.round(value * 100) / 100)
