import { expect, it } from 'vitest'
import { hasFts5 } from '../../src/store/sqlite-features.js'

it('the SQLite library of this installation searches full text', () => {
  expect(hasFts5()).toBe(true)
})
