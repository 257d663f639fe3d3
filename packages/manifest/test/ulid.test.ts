import { afterEach, expect, test, vi } from 'vitest'
import { isUlid, mintUlid, parseUlid } from '../src/index.js'
import { caught } from './caught.js'

const VALID = '01JV3M8Q6ZT4XN0R5K7WBYC2DE'

afterEach(() => {
  vi.useRealTimers()
})

test('a ULID is 26 characters of the upper-case alphabet, the first at most 7', () => {
  for (const text of [VALID, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '00000000000000000000000000']) {
    expect(isUlid(text)).toBe(true)
    expect(parseUlid(text, 'kb')).toBe(text)
  }
})

test('another spelling of a ULID is refused, never normalised, and the error names the kind', () => {
  const others = [
    VALID.toLowerCase(),
    ` ${VALID}`,
    `${VALID}\n`,
    `${VALID} `,
    VALID.slice(1),
    `${VALID}0`,
    `8${VALID.slice(1)}`,
    ...[...'ILOUilou-_'].map((char) => `${VALID.slice(0, -1)}${char}`),
    '',
  ]
  for (const text of others) {
    expect(isUlid(text), text).toBe(false)
    const error = caught(() => parseUlid(text, 'operation'))
    expect(error.code).toBe('ULID_INVALID')
    expect(error.message).toContain('operation id')
  }
  for (const value of [null, undefined, 1, [VALID]]) expect(isUlid(value)).toBe(false)
})

test('minted ids are ULIDs, distinct and ascending', () => {
  const ids = Array.from({ length: 5000 }, () => mintUlid())
  expect(ids.every((id) => isUlid(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
})

test('minting stays monotonic when the clock steps back by a day', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Date.now() + 60_000
  vi.setSystemTime(now)
  const before = mintUlid()
  vi.setSystemTime(now - 86_400_000)
  const back = [mintUlid(), mintUlid()]
  vi.setSystemTime(now + 1)
  const after = mintUlid()
  expect([before, ...back, after].sort()).toEqual([before, ...back, after])
  expect(new Set([before, ...back, after]).size).toBe(4)
})
