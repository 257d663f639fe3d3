/** See README.md in this folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchCollection } from './bench-collection.js'
import { summarise } from './evaluate.js'
import { readOptions } from './options.js'
import { renderTable } from './table.js'
import { readCollection } from './trec.js'

/** The row that intervals are taken against. */
const BASELINE = 'bm25'

const options = readOptions(process.argv.slice(2))
const work = options.work ?? mkdtempSync(join(tmpdir(), 'pnk-ir-'))
try {
  for (const directory of options.collections) {
    const collection = readCollection(directory)
    const scores = await benchCollection(collection, { ...options, work })
    if (options.json) {
      console.log(JSON.stringify({ collection: collection.name, scores }))
      continue
    }
    const size = `${collection.files.length} documents, ${collection.queries.length} queries`
    console.log(`${renderTable(`${collection.name} (${size})`, summarise(scores, BASELINE))}\n`)
  }
} finally {
  if (options.work === null) rmSync(work, { recursive: true, force: true })
}
