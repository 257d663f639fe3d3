import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { createIndex, openIndexReader, openIndexWriter, swapIndex } from '../../src/index.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { write } from './documents.js'
import { closeLater, newIndex, reader, temporaryFolder } from './fixture.js'
import { IDENTITY } from './identity.js'
import { textVector } from './text-vector.js'

/** A closed index of a hundred documents. */
function closedIndex(): string {
  const index = newIndex()
  index.inTransaction(() => {
    for (let n = 0; n < 100; n++) index.putDocument(write(n, [`alpha beta ${n}`, `gamma ${n} `.repeat(50)]))
  })
  index.close()
  return index.path
}

/** Everything a search does; what comes out first, an answer or an error. */
function useAll(path: string): string {
  try {
    const index = openIndexReader(path)
    try {
      const hits = index.lexicalSearch('alpha gamma', {}, 500)
      index.vectorSearch(Float32Array.from(textVector('alpha beta 7')), {}, 500)
      index.chunks(hits.map(({ chunkId }) => chunkId))
      index.documents()
      return 'answered'
    } finally {
      index.close()
    }
  } catch (error) {
    if (!isPinakesError(error)) throw error
    expect(error.remedy).toContain('pnk sync --rebuild')
    return error.code
  }
}

const NOT_A_DATABASE = [
  ['an empty file', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(65_536)],
  ['text', Buffer.from('<!doctype html><title>404</title>'.repeat(9))],
  ['the first bytes of a database', Buffer.from('SQLite format 3\0')],
] as const

describe('an index file that holds', () => {
  it.each(NOT_A_DATABASE)('%s is refused with the way out', (_, content) => {
    const path = join(temporaryFolder(), 'index.db')
    writeFileSync(path, content)
    for (const open of [openIndexReader, openIndexWriter]) {
      expect(() => open(path)).toThrow(
        expect.objectContaining({
          code: 'INDEX_NOT_A_DATABASE',
          message: expect.stringContaining(path),
          remedy: expect.stringContaining('pnk sync --rebuild'),
        }),
      )
    }
    expect(readFileSync(path)).toEqual(content)
  })

  it('a database of something else is refused for its schema', () => {
    const path = join(temporaryFolder(), 'index.db')
    const database = openDatabase(path, {})
    database.exec('CREATE TABLE songs (title TEXT)')
    database.close()
    expect(() => openIndexReader(path)).toThrow(
      expect.objectContaining({
        code: 'INDEX_SCHEMA_MISMATCH',
        details: expect.objectContaining({ found: null }),
      }),
    )
  })

  it.each(['3', '2', '3-ts1', '4'])('schema version %s is refused, naming both versions', (version) => {
    const path = closedIndex()
    const database = openDatabase(path, {})
    database.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(version)
    database.close()
    for (const open of [openIndexReader, openIndexWriter]) {
      expect(() => open(path)).toThrow(
        expect.objectContaining({
          code: 'INDEX_SCHEMA_MISMATCH',
          message: expect.stringMatching(`"${version}".*"3-ts3"`),
          remedy: expect.stringContaining('pnk sync --rebuild'),
          details: { path, found: version, expected: '3-ts3' },
        }),
      )
    }
  })
})

describe('a damaged index', () => {
  it('that was cut short anywhere is refused at opening', () => {
    const path = closedIndex()
    const { size } = statSync(path)
    for (const part of [0.9999, 0.9, 0.5, 0.1, 0.01]) {
      truncateSync(path, Math.floor(size * part))
      for (const open of [openIndexReader, openIndexWriter]) {
        expect(() => open(path)).toThrow(
          expect.objectContaining({
            code: 'INDEX_DAMAGED',
            message: expect.stringContaining(`expected ${size} bytes`),
            remedy: expect.stringContaining('pnk sync --rebuild'),
          }),
        )
      }
    }
  })

  it('with any of its pages zeroed or overwritten answers or refuses, and never throws what SQLite throws', () => {
    const path = closedIndex()
    const healthy = readFileSync(path)
    const outcomes = new Set<string>()
    for (const filler of [0x00, 0xa5]) {
      for (let page = 0; page < healthy.length / 8192; page++) {
        writeFileSync(path, Buffer.from(healthy).fill(filler, page * 8192, (page + 1) * 8192))
        outcomes.add(useAll(path))
      }
    }
    expect(outcomes).toContain('INDEX_DAMAGED')
    expect([...outcomes].sort()).toEqual(
      [...outcomes]
        .filter((o) => /^(?:answered|INDEX_(?:DAMAGED|NOT_A_DATABASE|SCHEMA_MISMATCH))$/.test(o))
        .sort(),
    )
  })

  it('that is cut short while it is being read says so at the next question', () => {
    const path = closedIndex()
    const index = reader(path)
    index.counts()
    truncateSync(path, 8192)
    expect(() => {
      index.lexicalSearch('alpha', {}, 500)
      index.vectorSearch(Float32Array.from(textVector('x')), {}, 500)
    }).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }))
  })

  it.each(NOT_A_DATABASE)('of %s is replaced by a rebuild', async (_, content) => {
    const folder = temporaryFolder()
    const current = join(folder, 'index.db')
    writeFileSync(current, content)
    writeFileSync(`${current}-wal`, 'stale')
    const fresh = createIndex(`${current}.new`, { identity: IDENTITY })
    fresh.putDocument(write(1, ['alpha']))
    fresh.close()
    await swapIndex({ current, fresh: `${current}.new` })
    expect(reader(current).lexicalSearch('alpha', {}, 5)).toHaveLength(1)
  })
})

describe('a log beside the index', () => {
  it('of a writer that was killed is taken in', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    const path = join(temporaryFolder(), 'index.db')
    copyFileSync(index.path, path)
    copyFileSync(`${index.path}-wal`, `${path}-wal`)
    expect(reader(path).lexicalSearch('alpha', {}, 5)).toHaveLength(1)
  })

  it('that is garbage or cut in half takes nothing from what was committed before', () => {
    const index = newIndex()
    index.putDocument(write(1, ['alpha']))
    index.checkpoint()
    index.putDocument(write(2, ['alpha']))
    const log = readFileSync(`${index.path}-wal`)
    for (const [content, expected] of [
      [Buffer.from('garbage'.repeat(99)), 1],
      [log.subarray(0, log.length / 2), 1],
      [log, 2],
    ] as const) {
      const path = join(temporaryFolder(), 'index.db')
      copyFileSync(index.path, path)
      writeFileSync(`${path}-wal`, content)
      const opened = closeLater(openIndexReader(path))
      expect(opened.lexicalSearch('alpha', {}, 5)).toHaveLength(expected)
    }
  })
})
