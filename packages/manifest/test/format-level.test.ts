import { expect, test } from 'vitest'
import { FORMAT_LEVEL, parseManifest } from '../src/index.js'
import { caught } from './caught.js'
import { minimal } from './minimal-manifest.js'

const place = { path: '/kb/pinakes.toml', root: '/kb' }
const withFloor = (floor: string) => minimal({ kb: `requires_pinakes = ${floor}` })
const opens = (floor: string) => parseManifest(withFloor(floor), place).kb
const refuses = (floor: string) => caught(() => parseManifest(withFloor(floor), place))

test('a floor at or below our level opens, and leaves no trace in the manifest', () => {
  const levels = [
    FORMAT_LEVEL,
    '0.27',
    '0.27.2.0.0',
    '0',
    '00.5',
    '0.5.0',
    '0.5',
    '000.027.002',
    `0.${'0'.repeat(31)}1`,
  ]
  for (const level of levels) expect(opens(`">=${level}"`), level).not.toHaveProperty('requiresPinakes')
})

test('a floor above our level is refused, naming both', () => {
  for (const level of ['0.27.3', '0.28', '1', '0.27.2.1', '9'.repeat(32)]) {
    const error = refuses(`">=${level}"`)
    expect(error.code, level).toBe('MANIFEST_TOO_NEW')
    expect(error.message).toContain(level)
    expect(error.message).toContain(FORMAT_LEVEL)
  }
})

test('anything but a floor is refused, naming what was found', () => {
  for (const [floor, found] of [
    ['"==0.27"', '"==0.27"'],
    ['"0.27"', '"0.27"'],
    ['" >=0.27"', '" >=0.27"'],
    ['0.27', 'a float'],
    ['27', 'an integer'],
    ['[">=0.27"]', 'an array'],
    ['2026-01-01', 'a date or time'],
  ] as const) {
    const { code, message } = refuses(floor)
    expect(code).toBe('MANIFEST_INVALID')
    expect(message).toContain('only a floor is supported')
    expect(message).toContain(found)
  }
})

test('a floor is never trimmed or guessed at', () => {
  const unreadable = [
    '',
    ' 0.27',
    '0.27 ',
    '\\t0.27',
    '\u00a00.27',
    '0.٢٧',
    '0.x',
    '0..27',
    '.27',
    '0.27.',
    '0,27',
    '0.27rc1',
  ]
  for (const level of [...unreadable, '1'.repeat(33)]) {
    const { code, message } = refuses(`">=${level}"`)
    expect(code, level).toBe('MANIFEST_INVALID')
    expect(message).toContain('cannot be read')
  }
})

test('the floor speaks before any other rule', () => {
  const newer = '[kb]\nrequires_pinakes = ">=99"\nunknown = 1\n[future]\nx = 1'
  expect(caught(() => parseManifest(newer, place)).code).toBe('MANIFEST_TOO_NEW')
})

test('without a [kb] table the floor is silent', () => {
  for (const text of ['', 'kb = ">=99"', '[[kb]]\nrequires_pinakes = ">=99"']) {
    expect(caught(() => parseManifest(text, place)).code).toBe('MANIFEST_INVALID')
  }
})
