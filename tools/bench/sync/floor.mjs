// The least a first sync could do: read every file of a KB, hash it, and put its text into one FTS5 table, in one
// transaction. Usage: node floor.mjs ROOT DATABASE
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [root, database] = process.argv.slice(2)
const Database = createRequire(new URL('../../../packages/index/package.json', import.meta.url))(
  'better-sqlite3',
)
const db = new Database(database)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = NORMAL')
db.exec(
  "CREATE VIRTUAL TABLE texts USING fts5 (path UNINDEXED, hash UNINDEXED, text, tokenize = 'porter unicode61')",
)
const insert = db.prepare('INSERT INTO texts (path, hash, text) VALUES (?, ?, ?)')
db.transaction(() => {
  for (const name of readdirSync(join(root, 'docs'), { recursive: true })) {
    if (!name.endsWith('.md')) continue
    const bytes = readFileSync(join(root, 'docs', name))
    insert.run(name, createHash('sha256').update(bytes).digest('hex'), bytes.toString('utf8'))
  }
})()
db.close()
