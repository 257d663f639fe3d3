import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { IndexWriter } from '../../src/contracts.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { SqliteIndexWriter } from '../../src/store/writer.js'
import { runChild } from '../children/run-child.js'
import { docId, write } from './documents.js'
import { closeLater, newIndex, reader, temporaryFolder } from './fixture.js'

/** A writer of an index of one document, which may grow by so many pages and no more. */
function nearlyFull(pages: number): IndexWriter {
  const index = newIndex()
  index.putDocument(write(1, ['alpha']))
  index.close()
  const database = closeLater(openDatabase(index.path, { fileMustExist: true }))
  const count = database.pragma('page_count', { simple: true }) as number
  database.pragma(`max_page_count = ${count + pages}`)
  return new SqliteIndexWriter(index.path, database)
}

const large = (n: number) => write(n, [`large ${'lorem ipsum '.repeat(20_000)}`])
const FULL = { code: 'INDEX_DISK_FULL', remedy: expect.stringContaining('Free some space') }

it('a document that finds the disk full ends the transaction: nothing after it is written outside of one', () => {
  const index = nearlyFull(20)
  expect(() =>
    index.inTransaction(() => {
      index.putDocument(write(2, ['alpha']))
      expect(() => index.inTransaction(() => index.putDocument(large(3)))).toThrow(
        expect.objectContaining(FULL),
      )
      expect(() => index.putDocument(write(4, ['alpha']))).toThrow(expect.objectContaining(FULL))
      expect(() => index.setMeta({ build_id: 'x' })).toThrow(expect.objectContaining(FULL))
      expect(() => index.documents()).toThrow(expect.objectContaining(FULL))
    }),
  ).toThrow(expect.objectContaining(FULL))
  const index2 = reader(index.path)
  expect(index2.documents().map(({ id }) => id)).toEqual([docId(1)])
  expect(index2.meta().has('build_id')).toBe(false)
  index.putDocument(write(4, ['alpha']))
  expect(index2.lexicalSearch('alpha', {}, 9)).toHaveLength(2)
})

it('a commit that finds the disk full for its words is undone whole', () => {
  const index = nearlyFull(3)
  const words = Array.from({ length: 3000 }, (_, i) => `w${i}`).join(' ')
  expect(() => index.inTransaction(() => index.putDocument(write(2, [words])))).toThrow(
    expect.objectContaining(FULL),
  )
  const index2 = reader(index.path)
  expect(index2.documents().map(({ id }) => id)).toEqual([docId(1)])
  expect(index2.lexicalSearch('w7 alpha', {}, 9)).toHaveLength(1)
})

it('a body that catches the error of one document and goes on is undone all the same', () => {
  const index = nearlyFull(100)
  expect(() =>
    index.inTransaction(() => {
      for (let n = 2; n < 20; n++) {
        try {
          index.inTransaction(() => index.putDocument(large(n)))
        } catch {
          // As a sync does, which records the failure of one document and goes on.
        }
      }
    }),
  ).toThrow(expect.objectContaining(FULL))
  expect(
    reader(index.path)
      .documents()
      .map(({ id }) => id),
  ).toEqual([docId(1)])
})

// The limit on file size that stands for a full disk is set by a POSIX shell.
it.skipIf(process.platform === 'win32')('an index that cannot be created leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const { stdout } = await runChild('write-once', ['create', join(folder, 'index.db')], { fileLimit: 8 })
  expect(JSON.parse(stdout)).toMatchObject({ code: expect.stringMatching(/^INDEX_(?:IO|DISK_FULL)$/) })
  expect(readdirSync(folder)).toEqual([])
})
