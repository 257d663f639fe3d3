import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { libraryIds, ours, vocabulary } from './reference.js'

/** The library differs from the reference on capital sigma (context) and on ideographs beyond the basic plane. */
const comparable = (text: string) => !/[Σ\u{20000}-\u{3ffff}]/u.test(text)

const pieces = fc.constantFrom(
  'The',
  ' ',
  '  ',
  '\n',
  '-',
  "'",
  '’',
  '.',
  'é',
  'e\u0301',
  '中',
  'ß',
  'İ',
  '\u00a0',
  '\u200b',
  '\u0000',
  '##',
  '[UNK]',
  'tokenization',
  'xyzzy',
  '😀',
  'कि',
  '1234',
  '\ud83d',
  '\udc00',
  '\ufeff',
  '\u0085',
  'a'.repeat(99),
) // prettier-ignore

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
)

/** Strings whose units are any 16-bit numbers, lone surrogates among them. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units))

describe('WordPieceTokenizer', () => {
  it('gives the ids of @huggingface/tokenizers for any text', () => {
    fc.assert(
      fc.property(fc.oneof(texts, anyUnits).filter(comparable), (text) => {
        expect([...ours.encode(text)]).toEqual(libraryIds(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('gives the same ids again, so that nothing remembered is wrong', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(ours.encode(text)).toEqual(ours.encode(text))
      }),
    )
  })

  it('counts a text as the sum of its parts when it is cut at white space', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 6 }), (parts) => {
        const sum = parts.reduce((total, part) => total + ours.countTokens(part), 0)
        expect(ours.countTokens(parts.join(' '))).toBe(sum)
      }),
    )
  })

  it('gives only ids of the vocabulary and never more tokens than characters', () => {
    fc.assert(
      fc.property(fc.oneof(texts, anyUnits), (text) => {
        const ids = ours.encode(text)
        expect(ids.every((id) => id < vocabulary.size)).toBe(true)
        expect(ids.length).toBeLessThanOrEqual(text.normalize('NFD').length)
      }),
    )
  })
})
