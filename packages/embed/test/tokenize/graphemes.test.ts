import fc from 'fast-check'
import { expect, it } from 'vitest'
import { graphemesOf } from '../../src/tokenize/graphemes.js'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const whole = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Pieces that join with their neighbours in every way the rules know. */
const piece = fc.constantFrom(
  'a',
  'e\u0301',
  '\u0301',
  '\u200d',
  '👩🏽',
  '\u200d🚀',
  '🇫',
  '🇷',
  '\r',
  '\n',
  '\u1100',
  '\u1161',
  '\u11a8',
  '각',
  '\u0600',
  '日',
  'न',
  '\u094d',
  '\ud800',
)

it('gives the clusters of the whole text, wherever a window of it ends', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom(1000, 1015, 1020, 1023),
      (pieces, filler) => {
        const text = `${'x'.repeat(filler)}${pieces.join('')}${'y'.repeat(1020)}${pieces.join('')}`
        expect([...graphemesOf(text)]).toEqual(whole(text))
      },
    ),
  )
})

it.each(['🇫🇷'.repeat(700), `a${'\u0301'.repeat(5000)}b`, '👩‍👩‍👧'.repeat(300), 'e\u0301'.repeat(2000), ''])(
  'gives the clusters of a long run: case %#',
  (text) => {
    expect([...graphemesOf(text)]).toEqual(whole(text))
  },
)
