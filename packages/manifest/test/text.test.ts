import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCodePoints, decodeUtf8, displayPath } from '../src/index.js'

const unicode = fc.string({ unit: 'binary' })

test('valid UTF-8 decodes to its text, byte order mark included', () => {
  fc.assert(fc.property(unicode, (text) => decodeUtf8(Buffer.from(text)) === text))
  expect(decodeUtf8(new Uint8Array())).toBe('')
  expect(decodeUtf8(Buffer.from('\ufeffa'))).toBe('\ufeffa')
})

test('a view into a larger buffer decodes to its own bytes alone', () => {
  expect(decodeUtf8(Buffer.from('abcdef').subarray(2, 4))).toBe('cd')
})

test('invalid UTF-8 is null, never replacement characters', () => {
  const broken = [[0xff], [0x61, 0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80]]
  for (const bytes of broken) expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull()
})

test('strings order as the bytes of their UTF-8 do', () => {
  fc.assert(
    fc.property(unicode, unicode, (a, b) => {
      const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b))
      return Math.sign(compareCodePoints(a, b)) === Math.sign(bytes)
    }),
  )
  expect(compareCodePoints('\uff5e', '\u{1f600}')).toBeLessThan(0)
})

test('a path is shown on one line, its control and reordering characters escaped', () => {
  expect(displayPath('a\nb\tc\rd\u0000e\u001b[31m')).toBe('a\\nb\\tc\\rd\\u{0}e\\u{1b}[31m')
  expect(displayPath('x\u202egpj.exe\u2028\ud800\ufeff')).toBe('x\\u{202e}gpj.exe\\u{2028}\\u{d800}\\u{feff}')
  expect(displayPath('docs/Café – 😀 & "q" \\ #.md')).toBe('docs/Café – 😀 & "q" \\ #.md')
})
