import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { benchCollection } from '../bench-collection.js'
import { summarise } from '../evaluate.js'
import { readOptions } from '../options.js'
import { readCollection } from '../trec.js'

const DOCUMENTS = {
  pump: 'The pump of the mill is repaired in spring.\n\nSpare valves lie in the attic.',
  ledger: 'Every loan of the library is written into the ledger.',
  boats: 'Boats are tarred before winter.',
  bees: 'The keeper feeds the bees with sugar.',
}
const QUERIES = ['q1\trepair of the pump\n', 'q2\tloans of the library\n', 'q3\ttarred boats\n']
const QRELS = ['q1\tpump\t1\n', 'q2\tledger\t1\n', 'q3\tboats\t1\n']

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pnk-ir-test-'))
  mkdirSync(join(directory, 'set/docs'), { recursive: true })
  for (const [id, text] of Object.entries(DOCUMENTS))
    writeFileSync(join(directory, 'set/docs', `${id}.txt`), text)
  writeFileSync(join(directory, 'set/queries.tsv'), QUERIES.join(''))
  writeFileSync(join(directory, 'set/qrels.tsv'), QRELS.join(''))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('a benchmark run', () => {
  it('takes a collection through sync and every way of searching, and leaves it as it was', async () => {
    const collection = readCollection(join(directory, 'set'))
    const before = readdirSync(collection.docsDir)
    const settings = { ...readOptions(['set']), work: join(directory, 'work') }
    const scores = await benchCollection(collection, settings)
    expect(scores.map(({ system }) => system)).toEqual([
      'okapi',
      'bm25',
      'static-en',
      'search, keyword only',
      'search, static-en',
    ])
    for (const { system, means } of summarise(scores, 'bm25')) {
      expect(means.recall100, system).toBe(1)
      expect(means.mrr10, system).toBeGreaterThan(0.8)
    }
    expect(readdirSync(collection.docsDir)).toEqual(before)
    expect(await benchCollection(collection, settings)).toEqual(scores)
  })
})
