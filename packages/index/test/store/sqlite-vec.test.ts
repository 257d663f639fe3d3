import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/store/sqlite.js'
import { loadSqliteVec } from '../../src/store/sqlite-vec.js'
import { closeLater, temporaryFolder } from './fixture.js'

function refusal(name: string) {
  const database = closeLater(openDatabase(':memory:', {}))
  try {
    loadSqliteVec(database, name)
  } catch (error) {
    return error
  }
  return null
}

it('brings the functions of the extension', () => {
  const database = closeLater(openDatabase(':memory:', {}))
  loadSqliteVec(database)
  expect(database.prepare('SELECT vec_version()').pluck().get()).toMatch(/^v0\./)
})

it('is refused with the line that installs it, where it is not installed', () => {
  expect(refusal('no-such-package-of-ours')).toMatchObject({
    code: 'VECTOR_TIER_UNAVAILABLE',
    message: expect.stringContaining('not installed'),
    remedy: expect.stringMatching(/npm install sqlite-vec.*vector_tier = "auto"/),
  })
})

it('is refused with the reason, where it does not load', () => {
  const path = join(temporaryFolder(), 'broken.cjs')
  writeFileSync(path, 'exports.getLoadablePath = () => __filename')
  expect(refusal(path)).toMatchObject({
    code: 'VECTOR_TIER_UNAVAILABLE',
    message: expect.stringContaining('does not load'),
    remedy: expect.stringContaining('npm install sqlite-vec'),
  })
})
