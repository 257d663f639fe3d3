import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IndexReader } from '../../src/contracts.js'
import { createIndex, openIndexReader, swapIndex } from '../../src/index.js'
import { runChild, startChild, untilLine } from '../children/run-child.js'
import { docId, write } from './documents.js'
import { newIndex, reader, temporaryFolder, writer } from './fixture.js'
import { IDENTITY } from './identity.js'
import { textVector } from './text-vector.js'

const DOCUMENTS = 10

it('ten processes that search an index for the first time at once all answer', async () => {
  const index = newIndex()
  for (let n = 1; n <= DOCUMENTS; n++) index.putDocument(write(n, ['alpha', 'beta']))
  index.close()
  const outputs = await Promise.all(
    Array.from({ length: 10 }, () => runChild('search-once', [index.path, 'alpha'])),
  )
  const vector = reader(index.path).vectorSearch(Float32Array.from(textVector('alpha')), {}, 5).length
  for (const { stdout, stderr, code } of outputs) {
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toEqual({ access: 'shared', lexical: 5, vector, chunks: 20 })
  }
})

/** The generation that all of the index is of; throws if it is a mixture. */
function wholeGeneration(index: IndexReader): string {
  return index.snapshot(() => {
    const hits = index.lexicalSearch('alpha beta', {}, 99)
    const rows = index.chunks(hits.map(({ chunkId }) => chunkId))
    const generations = new Set(rows.map(({ text }) => text.replace(/^\w+ generation/, '')))
    generations.add(index.meta().get('build_id') ?? '')
    expect(rows).toHaveLength(2 * DOCUMENTS)
    expect([...generations]).toHaveLength(1)
    expect(index.counts()).toMatchObject({ documents: DOCUMENTS, chunks: 2 * DOCUMENTS })
    return [...generations].join()
  })
}

it('a reader sees whole commits of a writer in another process, old or new', async () => {
  const index = newIndex()
  index.close()
  const child = startChild('write-on', [index.path, String(DOCUMENTS)])
  await untilLine(child, (line) => line.startsWith('committed'))
  const index2 = reader(index.path)
  const seen = new Set<string>()
  while (seen.size < 10) {
    seen.add(wholeGeneration(index2))
    await new Promise(setImmediate)
  }
  child.stdin?.end()
  await once(child, 'exit')
  const last = wholeGeneration(index2)
  expect(Number(last)).toBeGreaterThanOrEqual(Math.max(...[...seen].map(Number)))
})

it('a writer killed at any moment leaves its last commit, and the next one goes on', async () => {
  const index = newIndex()
  index.close()
  let last = 0
  for (let kill = 0; kill < 6; kill++) {
    const child = startChild('write-on', [index.path, String(DOCUMENTS)])
    const line = await untilLine(child, (text) => Number(text.split(' ')[1]) >= last + 1 + kill)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const generation = Number(wholeGeneration(reader(index.path)))
    expect(generation).toBeGreaterThanOrEqual(Number(line.split(' ')[1]))
    last = generation
  }
  const again = writer(index.path)
  again.softDelete([docId(1)])
  expect(again.checkpoint()).toBe(true)
  expect(reader(index.path).counts()).toMatchObject({ documents: DOCUMENTS - 1, deleted: 1 })
})

it('readers answer throughout swaps, each from one index', async () => {
  const current = join(temporaryFolder(), 'index.db')
  const build = (path: string, generation: number) => {
    const index = createIndex(path, { identity: IDENTITY })
    index.inTransaction(() => {
      for (let n = 1; n <= DOCUMENTS; n++) {
        index.putDocument(write(n, [`alpha generation${generation}`, `beta generation${generation}`]))
      }
      index.setMeta({ build_id: String(generation) })
    })
    index.close()
  }
  build(current, 0)
  const connected = reader(current)
  const seen: string[] = []
  for (let generation = 1; generation <= 8; generation++) {
    build(`${current}.new`, generation)
    const swap = swapIndex({ current, fresh: `${current}.new` })
    seen.push(wholeGeneration(connected))
    await swap
    seen.push(wholeGeneration(connected))
    const late = openIndexReader(current)
    expect(wholeGeneration(late)).toBe(String(generation))
    late.close()
  }
  expect(seen).toEqual([...seen].sort())
  expect(seen.at(-1)).toBe('8')
})

it('a rebuild killed at any moment leaves one whole index, old or new', async () => {
  const current = join(temporaryFolder(), 'index.db')
  let last = 0
  for (let kill = 0; kill < 8; kill++) {
    const child = startChild('rebuild-on', [current, String(DOCUMENTS), String(last + 1)])
    const line = await untilLine(child, (text) => text.startsWith('swapped'))
    // Rounds take some ten milliseconds: the kills fall into different steps of them.
    await new Promise((resolve) => setTimeout(resolve, kill * 7))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const generation = Number(wholeGeneration(reader(current)))
    expect(generation).toBeGreaterThanOrEqual(Number(line.split(' ')[1]))
    last = generation
    writer(current).putDocument(write(DOCUMENTS, [`alpha generation${last}`, `beta generation${last}`]))
    wholeGeneration(reader(current))
  }
})
