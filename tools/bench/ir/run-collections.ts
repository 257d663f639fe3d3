import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchCollection } from './bench-collection.js'
import type { BenchOptions } from './options.js'
import type { CollectionScores } from './quality-page.js'
import { readCollection } from './trec.js'

/** The scores of each collection as soon as they are there. A working folder of its own is removed at the end. */
export async function* runCollections(options: BenchOptions): AsyncGenerator<CollectionScores> {
  const work = options.work ?? mkdtempSync(join(tmpdir(), 'pnk-ir-'))
  try {
    for (const directory of options.collections) {
      const collection = readCollection(directory)
      const scores = await benchCollection(collection, { ...options, work })
      yield { collection: collection.name, documents: collection.files.length, scores }
    }
  } finally {
    if (options.work === null) rmSync(work, { recursive: true, force: true })
  }
}
