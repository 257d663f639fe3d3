import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lexicalColumns } from '../../src/lexical/analyze.js'
import { fold } from '../../src/lexical/fold.js'
import { namesOf } from '../../src/lexical/names.js'
import { stretches } from '../../src/lexical/unspaced.js'

const columns = lexicalColumns
/** Stored names with their punctuation put back. */
const wholes = (text: string) =>
  namesOf(fold(text)).wholes.map((name) =>
    name.slice(0, -1).replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000)),
  )

describe('lexicalColumns', () => {
  it('stores plain prose as it is, with nothing besides', () => {
    const prose = "It's a well-known, state-of-the-art idea (see above); nothing else. 42 of them!\n"
    expect(columns(prose)).toEqual({ text: prose, terms: '' })
    expect(columns('')).toEqual({ text: '', terms: '' })
  })

  it('appends the parts of words written together', () => {
    expect(columns('a getUserName b').text).toBe('a getUserName b get User Name')
  })

  it('writes runs of unspaced scripts as bigrams and the last letter', () => {
    expect(columns('用向量 x').text).toBe(' 用向 向量 量  x')
  })
})

describe('stored names', () => {
  it.each([
    ['See DEC-0054, PIO-1384.', ['DEC-0054', 'PIO-1384']],
    ['2026.4.10 and 1,000', ['2026.4.10', '1,000']],
    ['@scope/pkg src/a-b/c.ts', ['scope/pkg', 'src/a-b/c.ts']],
    ['foo.bar() std::vector a->b', ['foo.bar', 'std::vector', 'a->b']],
    ['C++, C# and g++.', ['C++', 'C#', 'g++']],
    ['C++17 in C/C++', ['C++', 'C/C', 'C++']],
    ['a@b.example R&D', ['a@b.example', 'R&D']],
    ['end. Next, 1, 2: x', []],
    ['a -> b, x = y; i+=1 page#part', ['page#part']],
    [`${'a.'.repeat(60)}b`, []],
  ])('%j has %j', (text, names) => expect(wholes(text)).toEqual(names))
})

describe('namesOf', () => {
  it.each([
    ['camelCase', ['camel', 'Case']],
    ['HTMLParser', ['HTML', 'Parser']],
    ['sha256 RFC5321', ['sha', '256', 'RFC', '5321']],
    ['PDFs iPhone IDs 3D utf8 SHOUT Title', ['Phone']],
  ])('%j has the parts %j', (text, parts) => expect(namesOf(text).parts).toEqual(parts))
})

describe('fold', () => {
  it('is idempotent and leaves ASCII alone', () => {
    const piece = fc.constantFrom(
      'é',
      'e\u0301',
      'ﬁ',
      '™',
      'ά',
      'ΐ',
      'ِ',
      'ـ',
      'ｶﾞ',
      'ß',
      '\u200b',
      '\u00ad',
      '²',
      '한',
      '𝔸',
      'ё',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' }))), (parts) => {
        const once = fold(parts.join(''))
        // A sign that stays gets its spaces again.
        expect(fold(once).replace(/ +/g, ' ')).toBe(once.replace(/ +/g, ' '))
      }),
    )
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => fold(text) === text))
  })
})

describe('stretches', () => {
  it('together are the text', () => {
    const piece = fc.constantFrom('abc', ' ', '猫', 'ก็', '한', '😀', 'ー', '。', '\u0e31', '\u3099')
    fc.assert(
      fc.property(fc.array(piece), (parts) => {
        const found = stretches(parts.join(''))
        expect(found.map((stretch) => stretch.text).join('')).toBe(parts.join(''))
        for (const { text, clusters } of found) if (clusters !== null) expect(clusters.join('')).toBe(text)
      }),
    )
  })
})

it('finds the same names in ASCII text by telltales as by walking every word', () => {
  const ascii = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          ...'aZ09 \t\n-_./\\:@#+&,>=()',
          'C++',
          'AbC',
          'HTMLParser',
          'RFC5321',
          '1,000',
          '::',
          '->',
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    // A letter beyond ASCII has every word walked, and is no name itself.
    fc.property(ascii, (text) => {
      expect(namesOf(text)).toEqual(namesOf(`${text} é`))
    }),
    { numRuns: 2000 },
  )
})
