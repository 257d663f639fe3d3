import { isPinakesError } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, type ExtractError, MAX_LINE_BYTES, MAX_TEXT_BYTES } from '../src/index.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

function refusal(bytes: Uint8Array): ExtractError {
  try {
    decodeText(bytes, 'docs/x.md')
  } catch (error) {
    if (isPinakesError(error)) return error as ExtractError
    throw error
  }
  throw new Error('was decoded')
}

describe('decodeText', () => {
  it('gives the empty string for no bytes, and for a byte order mark alone', () => {
    expect(decodeText(new Uint8Array())).toBe('')
    expect(decodeText(utf8('\ufeff'))).toBe('')
  })

  it('drops one leading byte order mark and keeps any other', () => {
    expect(decodeText(utf8('\ufeff# Title\n'))).toBe('# Title\n')
    expect(decodeText(utf8('\ufeff\ufeffa\ufeff'))).toBe('\ufeffa\ufeff')
  })

  it('turns CRLF and lone CR into LF', () => {
    expect(decodeText(utf8('a\r\nb\rc\n\r\r\nd'))).toBe('a\nb\nc\n\n\nd')
  })

  it('keeps form feeds, other line separators and characters beyond the BMP', () => {
    expect(decodeText(utf8('a\fb\u2028c\u0085d😀'))).toBe('a\fb\u2028c\u0085d😀')
  })

  it('keeps a replacement character that the file itself spells', () => {
    expect(decodeText(utf8('a\ufffdb'))).toBe('a\ufffdb')
  })

  it('equals the text itself for any text without CR, NUL or leading mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        const text = raw.replace(/[\r\0]/g, '').replace(/^\ufeff+/, '')
        expect(decodeText(utf8(text))).toBe(text)
      }),
    )
  })

  it('never gives replacement characters for bytes that are not UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let text: string
        try {
          text = decodeText(bytes)
        } catch (error) {
          expect(isPinakesError(error)).toBe(true)
          return
        }
        const body = Buffer.from(bytes)
          .toString('utf8')
          .replace(/^\ufeff/, '')
        expect(text).toBe(body.replace(/\r\n?/g, '\n'))
        expect(Buffer.from(Buffer.from(bytes).toString('utf8'))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    ['UTF-16', [0xff, 0xfe, 0x61, 0]],
    ['UTF-16', [0xfe, 0xff, 0, 0x61]],
    ['UTF-32', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ['UTF-32', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]],
  ])('names %s when the byte order mark says so', (encoding, bytes) => {
    const error = refusal(Uint8Array.from(bytes))
    expect(error.code).toBe('TEXT_WRONG_ENCODING')
    expect(error.details).toEqual({ encoding })
    expect(error.message).toContain(encoding)
    expect(error.remedy).toContain(`iconv -f ${encoding}`)
  })

  it('names a NUL byte and its offset', () => {
    const error = refusal(utf8('text\0more'))
    expect(error.code).toBe('TEXT_HAS_NUL')
    expect(error.details).toEqual({ byteOffset: 4 })
  })

  it('refuses a PNG', () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49])
    expect(refusal(png).code).toBe('TEXT_HAS_NUL')
  })

  it.each([
    ['Latin-1', [...utf8('line\ncaf'), 0xe9, 0x21], 8, 2],
    ['a cut character', [0x61, 0xe2, 0x82], 1, 1],
    ['a surrogate', [0x61, 0x62, 0xed, 0xa0, 0x80], 2, 1],
    ['an overlong form', [0xc0, 0xaf], 0, 1],
    ['a bad byte after a real U+FFFD', [0xef, 0xbf, 0xbd, 0x62, 0xff], 4, 1],
    ['a bad byte after a byte order mark', [0xef, 0xbb, 0xbf, 0xff], 3, 1],
  ])('points at the first bad byte: %s', (_, bytes, byteOffset, line) => {
    const error = refusal(Uint8Array.from(bytes))
    expect(error.code).toBe('TEXT_NOT_UTF8')
    expect(error.details).toEqual({ byteOffset, line })
  })

  it('refuses text over 256 MiB without looking at it, and says how large it is', () => {
    const error = refusal(new Uint8Array(MAX_TEXT_BYTES + 1))
    expect(error.code).toBe('TEXT_TOO_LARGE')
    expect(error.message).toContain('257 MiB')
  })
})

describe('a long line', () => {
  const line = (bytes: number) => 'x'.repeat(bytes)

  it.each(['\n', '\r\n', '\r'])('of the limit is decoded, however often and whatever ends it (%j)', (end) => {
    const text = [line(MAX_LINE_BYTES), 'short', line(MAX_LINE_BYTES)].join(end)
    expect(decodeText(utf8(text)).length).toBe(2 * MAX_LINE_BYTES + 7)
  })

  it.each([
    ['alone', line(MAX_LINE_BYTES + 1), 1],
    ['after others', `a\n\r\nb\rc\n${line(MAX_LINE_BYTES + 1)}\nd\n`, 5],
    ['between lone CRs', `a\rb\r${line(MAX_LINE_BYTES + 1)}\rc`, 3],
  ])('beyond it is refused, named by its number: %s', (_, text, number) => {
    expect(refusal(utf8(text))).toMatchObject({
      code: 'TEXT_LINE_TOO_LONG',
      message: `docs/x.md: line ${number} is too long: 5 MiB, the limit for a line is 4 MiB`,
      details: { line: number, bytes: MAX_LINE_BYTES + 1, limit: MAX_LINE_BYTES },
    })
  })
})
