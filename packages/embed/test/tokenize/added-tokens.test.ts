import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddedTokenSplitter } from '../../src/tokenize/added-tokens.js'

const splitter = new AddedTokenSplitter([
  { id: 1, content: '[SEP]' },
  { id: 2, content: '<mask>', lstrip: true },
  { id: 3, content: '<r>', rstrip: true },
  { id: 4, content: 'cat', single_word: true },
  { id: 5, content: '[SEP][SEP]' },
])

describe('AddedTokenSplitter', () => {
  it.each([
    ['', []],
    ['plain', ['plain']],
    ['a[SEP]b', ['a', 1, 'b']],
    ['[SEP]', [1]],
    ['[SEP][SEP][SEP]', [5, 1]],
    ['a  <mask> b', ['a', 2, ' b']],
    ['a<r>  b', ['a', 3, 'b']],
    ['cat cats cat', [4, ' cats ', 4]],
    ['[sep]', ['[sep]']],
  ])('%j gives %j', (text, pieces) => {
    expect(splitter.split(text)).toEqual(pieces)
  })

  it('loses no character of a text without stripping tokens', () => {
    const plain = new AddedTokenSplitter([{ id: 1, content: '[SEP]' }])
    const text = fc
      .array(fc.oneof(fc.constant('[SEP]'), fc.string({ maxLength: 5 })))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = plain.split(whole)
        expect(pieces.map((piece) => (piece === 1 ? '[SEP]' : piece)).join('')).toBe(whole)
      }),
    )
  })
})
