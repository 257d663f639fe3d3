import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createIndex, openIndexReader, openIndexWriter, SCHEMA_VERSION } from '../../src/index.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { write } from './documents.js'
import { closeLater, newIndex, reader, temporaryFolder } from './fixture.js'
import { IDENTITY } from './identity.js'

it('records schema, identity and an unfinished build at creation', () => {
  expect(Object.fromEntries(newIndex().meta())).toEqual({
    schema_version: SCHEMA_VERSION,
    edition: 'typescript',
    build_state: 'building',
    vector_tier: 'numpy',
    embedding_provider: 'static',
    embedding_model: 'tiny',
    embedding_revision: '',
    embedding_dim: '4',
    embedding_fingerprint: 'f1',
    chunking_headings: 'none',
    chunking_max_tokens: '100',
    chunking_metadata: 'off',
    chunking_overlap: '10',
  })
  expect(SCHEMA_VERSION).toBe('3-ts3')
})

it('creates the folder, and leaves nothing but the index once closed', () => {
  const path = join(temporaryFolder(), 'kb', '.pinakes', 'index.db')
  createIndex(path, { identity: IDENTITY }).close()
  expect(readdirSync(dirname(path))).toEqual(['index.db'])
})

it('refuses a path where a file is, and leaves the file as it was', () => {
  const path = join(temporaryFolder(), 'index.db')
  writeFileSync(path, 'mine')
  expect(() => createIndex(path, { identity: IDENTITY })).toThrow(
    expect.objectContaining({ code: 'INDEX_EXISTS' }),
  )
  expect(readdirSync(dirname(path))).toEqual(['index.db'])
})

it('does not replay the log of an index that was deleted', () => {
  const path = join(temporaryFolder(), 'index.db')
  const old = createIndex(path, { identity: IDENTITY })
  old.putDocument(write(1, ['from the deleted index']))
  // What a crash leaves: log and no file.
  const log = readFileSync(`${path}-wal`)
  old.close()
  expect(log.length).toBeGreaterThan(0)
  const fresh = join(temporaryFolder(), 'index.db')
  writeFileSync(`${fresh}-wal`, log)
  writeFileSync(`${fresh}.draft`, 'left by a crash')
  const index = closeLater(createIndex(fresh, { identity: IDENTITY }))
  expect(index.documents()).toEqual([])
  expect(existsSync(`${fresh}.draft`)).toBe(false)
})

it('works under WAL and synchronous = NORMAL with foreign keys', () => {
  const { path } = newIndex()
  const database = closeLater(openDatabase(path, { readonly: true }))
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(database.pragma('page_size', { simple: true })).toBe(8192)
})

it('says that the folder cannot be made when a file stands in its way', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.pinakes'), '')
  expect(() => createIndex(join(folder, '.pinakes', 'index.db'), { identity: IDENTITY })).toThrow(
    expect.objectContaining({ code: 'INDEX_IO', remedy: expect.stringContaining('pnk sync') }),
  )
})

it('opens again for writing where it stopped', () => {
  const index = newIndex()
  index.putDocument(write(1, ['first']))
  index.close()
  const again = closeLater(openIndexWriter(index.path))
  again.putDocument(write(2, ['second']))
  expect(reader(index.path).counts()).toEqual({ documents: 2, deleted: 0, chunks: 2, failures: 0 })
})

it('never creates an index by opening one', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'index.db')
  for (const open of [openIndexReader, openIndexWriter]) {
    expect(() => open(path)).toThrow(
      expect.objectContaining({ code: 'INDEX_MISSING', remedy: expect.stringContaining('pnk sync') }),
    )
  }
  expect(() => openIndexReader(join(folder, 'no', 'such', 'folder', 'index.db'))).toThrow(
    expect.objectContaining({ code: 'INDEX_MISSING' }),
  )
  expect(readdirSync(folder)).toEqual([])
})

it('refuses a folder in the place of the index', () => {
  const path = join(temporaryFolder(), 'index.db')
  mkdirSync(path)
  expect(() => openIndexReader(path)).toThrow(expect.objectContaining({ code: 'INDEX_NOT_A_DATABASE' }))
})
