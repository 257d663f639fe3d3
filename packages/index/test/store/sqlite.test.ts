import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sqliteVersion } from '../../src/index.js'
import { nativeModuleError, openDatabase } from '../../src/store/sqlite.js'
import { mapSqliteError } from '../../src/store/sqlite-errors.js'
import { temporaryFolder } from './fixture.js'

const require = createRequire(import.meta.url)

function errorOf(body: () => unknown): unknown {
  try {
    body()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a SQLite library that does not load', () => {
  it('because its native part is broken or of another Node asks for a rebuild', () => {
    const path = join(temporaryFolder(), 'broken.node')
    writeFileSync(path, 'not a library')
    const error = errorOf(() => openDatabase(':memory:', { nativeBinding: path }))
    expect(error).toMatchObject({
      code: 'SQLITE_UNAVAILABLE',
      message: expect.stringContaining(process.version),
      remedy: expect.stringContaining('npm rebuild better-sqlite3'),
      details: { abi: process.versions.modules },
    })
  })

  it('because its native part was never built asks for a rebuild', () => {
    // What an installation without install scripts leaves, asked of the loader that the driver itself uses.
    const bindings = createRequire(require.resolve('better-sqlite3'))('bindings')
    const error = nativeModuleError(errorOf(() => bindings('never_built.node')))
    expect(error).toMatchObject({
      code: 'SQLITE_UNAVAILABLE',
      message: expect.stringContaining('its native part was not built'),
      remedy: expect.stringContaining('npm rebuild better-sqlite3'),
    })
    expect(error?.message).not.toContain('\n')
  })

  it('because it is not installed asks for that', () => {
    expect(nativeModuleError(errorOf(() => require('no-such-package-of-ours')))).toMatchObject({
      code: 'SQLITE_UNAVAILABLE',
      remedy: expect.stringContaining('npm install better-sqlite3'),
    })
  })

  it('is not what other errors are about', () => {
    expect(
      nativeModuleError(errorOf(() => openDatabase(join(temporaryFolder(), 'no', 'x.db'), {}))),
    ).toBeNull()
    expect(nativeModuleError(null)).toBeNull()
  })
})

it('the version of SQLite is told', () => {
  expect(sqliteVersion()).toMatch(/^3\.\d+\.\d+$/)
})

it('errors of others pass through unchanged', () => {
  for (const error of [
    new RangeError('mine'),
    new TypeError('mine'),
    { code: 'SQLITE_BUSY' },
    'text',
    null,
  ]) {
    expect(mapSqliteError('index.db', error)).toBe(error)
  }
})

it('an error without a rule of its own still names the index, the cause and a remedy', () => {
  const database = openDatabase(':memory:', {})
  const cause = errorOf(() => database.exec('SELEC 1'))
  database.close()
  expect(mapSqliteError('kb/index.db', cause)).toMatchObject({
    code: 'SQLITE_ERROR',
    message: expect.stringMatching(/kb\/index\.db.*syntax error/),
    remedy: expect.stringContaining('pnk sync --rebuild'),
    cause,
  })
})
