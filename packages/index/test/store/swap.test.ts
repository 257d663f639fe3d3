import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createIndex, openIndexWriter, swapIndex } from '../../src/index.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { write } from './documents.js'
import { closeLater, newIndex, reader, temporaryFolder } from './fixture.js'
import { IDENTITY } from './identity.js'

function build(path: string, text: string): void {
  const index = createIndex(path, { identity: IDENTITY })
  index.putDocument(write(1, [text]))
  index.close()
}

it('puts an index where there was none', async () => {
  const current = join(temporaryFolder(), 'index.db')
  build(`${current}.new`, 'alpha')
  await swapIndex({ current, fresh: `${current}.new` })
  expect(readdirSync(dirname(current))).toEqual(['index.db'])
  expect(reader(current).lexicalSearch('alpha', {}, 5)).toHaveLength(1)
})

it('leaves one file, with nothing of the old index beside it', async () => {
  const current = newIndex()
  current.putDocument(write(1, ['old']))
  // A reader that stays connected keeps the log and its index in place.
  const connected = reader(current.path)
  connected.counts()
  current.close()
  expect(existsSync(`${current.path}-wal`)).toBe(true)
  build(`${current.path}.new`, 'new')
  const { ino } = statSync(`${current.path}.new`)
  await swapIndex({ current: current.path, fresh: `${current.path}.new` })
  expect(readdirSync(dirname(current.path))).toEqual(['index.db'])
  expect(statSync(current.path).ino).toBe(ino)
  expect(connected.lexicalSearch('old', {}, 5)).toHaveLength(1)
})

it('the old reader never mixes what is written to the new index into its answers', async () => {
  const current = newIndex()
  current.putDocument(write(1, ['old']))
  current.close()
  const connected = reader(current.path)
  build(`${current.path}.new`, 'new')
  await swapIndex({ current: current.path, fresh: `${current.path}.new` })
  const index = closeLater(openIndexWriter(current.path))
  for (let n = 2; n < 50; n++) index.putDocument(write(n, ['old new']))
  expect(connected.lexicalSearch('old', {}, 99)).toHaveLength(1)
  expect(connected.lexicalSearch('new', {}, 99)).toHaveLength(0)
  connected.close()
  // The old connection's end takes nothing of the new index with it.
  expect(reader(current.path).lexicalSearch('new', {}, 99)).toHaveLength(49)
})

it('keeps the old index and removes the new one while a reader holds the log', async () => {
  const current = newIndex()
  current.putDocument(write(1, ['old']))
  const connected = reader(current.path)
  build(`${current.path}.new`, 'new')
  let swap: Promise<void> | undefined
  connected.snapshot(() => {
    connected.counts()
    current.putDocument(write(2, ['old']))
    // Runs up to its first wait inside of the snapshot, which is past the checkpoint.
    swap = swapIndex({ current: current.path, fresh: `${current.path}.new`, busyTimeoutMs: 10 })
    swap.catch(() => undefined)
  })
  await expect(swap).rejects.toMatchObject({
    code: 'INDEX_SWAP_BUSY',
    remedy: expect.stringContaining('pnk sync --rebuild'),
  })
  expect(existsSync(`${current.path}.new`)).toBe(false)
  expect(reader(current.path).lexicalSearch('old', {}, 5)).toHaveLength(2)
})

it('does not lose what the new index has only in its log', async () => {
  const current = join(temporaryFolder(), 'index.db')
  const fresh = createIndex(`${current}.new`, { identity: IDENTITY })
  fresh.putDocument(write(1, ['alpha']))
  const connected = reader(`${current}.new`)
  connected.counts()
  fresh.close()
  connected.close()
  await swapIndex({ current, fresh: `${current}.new` })
  expect(reader(current).lexicalSearch('alpha', {}, 5)).toHaveLength(1)
})

it('replaces an index of another schema', async () => {
  const current = join(temporaryFolder(), 'index.db')
  const database = openDatabase(current, {})
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('schema_version', '3')",
  )
  database.close()
  build(`${current}.new`, 'alpha')
  await swapIndex({ current, fresh: `${current}.new` })
  expect(reader(current).counts().documents).toBe(1)
})

it('without a new index changes nothing', async () => {
  const current = newIndex()
  current.putDocument(write(1, ['old']))
  current.close()
  const bytes = readFileSync(current.path)
  await expect(swapIndex({ current: current.path, fresh: `${current.path}.new` })).rejects.toMatchObject({
    code: 'INDEX_MISSING',
  })
  expect(readFileSync(current.path)).toEqual(bytes)
})

it('does not replace a folder that stands where the index belongs, and says what to do', async () => {
  const current = join(temporaryFolder(), 'index.db')
  mkdirSync(join(current, 'mine'), { recursive: true })
  build(`${current}.new`, 'new')
  await expect(swapIndex({ current, fresh: `${current}.new` })).rejects.toThrow(
    expect.objectContaining({
      code: 'INDEX_NOT_A_DATABASE',
      remedy: expect.stringMatching(/^Move .*index\.db away/),
    }),
  )
  expect(readdirSync(current)).toEqual(['mine'])
})
