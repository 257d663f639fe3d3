import { describe, expect, it } from 'vitest'
import { type FileTimes, provesUnchanged } from '../src/index.js'

const now = 1_800_000_000_000
const day = 86_400_000

type Values = Partial<FileTimes>

function timesOf(values: Values): FileTimes {
  return { size: 10, mtimeMs: now - 60_000.5, ctimeMs: now - 60_000.5, ino: 7, ...values }
}

function proves(before: Values, seen: Values = {}, takenMs = now): boolean {
  return provesUnchanged({ ...timesOf(before), takenMs }, timesOf({ ...before, ...seen }))
}

describe('provesUnchanged', () => {
  it('trusts a file that was quiet when it was stamped', () => {
    expect(proves({})).toBe(true)
  })

  it.each([
    ['size', { size: 11 }],
    ['modification time', { mtimeMs: now - 59_999.5 }],
    ['change time', { ctimeMs: now - 59_999.5 }],
    ['inode', { ino: 8 }],
  ])('distrusts another %s', (_, seen) => {
    expect(proves({}, seen)).toBe(false)
  })

  it('distrusts a file that changed in the instant it was stamped', () => {
    expect(proves({ ctimeMs: now - 3.25, mtimeMs: now - 3.25 })).toBe(false)
    expect(proves({ ctimeMs: now - 500.25, mtimeMs: now - 500.25 })).toBe(true)
  })

  it('waits longer where timestamps are whole seconds', () => {
    expect(proves({ ctimeMs: now - 1000, mtimeMs: now - 1000 })).toBe(false)
    expect(proves({ ctimeMs: now - 3000, mtimeMs: now - 3000 })).toBe(true)
  })

  it('distrusts a file whose clock runs ahead of ours', () => {
    expect(proves({ ctimeMs: now + day + 0.5, mtimeMs: now + day + 0.5 })).toBe(false)
  })

  it('trusts a file dated into the future by its owner, since the change time tells', () => {
    expect(proves({ mtimeMs: now + 10 * day + 0.5 })).toBe(true)
  })

  it('distrusts a stamp taken when the clock had been set back', () => {
    expect(proves({}, {}, now - day)).toBe(false)
  })
})
