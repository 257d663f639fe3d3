import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mintText } from '../src/index.js'
import { parseSidecarText } from '../src/parse-sidecar.js'
import { parseSkeleton } from '../src/skeleton.js'
import { CONTEXT, ID } from './support/ids.js'

const skeleton = (title: string) => `id: ${ID}\ntitle: ${title}\ncreated: 20260725 18:00\n`

describe('the fast path for skeletons', () => {
  test.each(['Loan ledger', "'NO'", "'it''s, here'", 'größe', "it's", "'2026'"])(
    'takes the title %s',
    (title) => {
      expect(parseSkeleton(skeleton(title))).toEqual(parseSidecarText(skeleton(title), CONTEXT).sidecar)
    },
  )

  test.each([
    skeleton('NO'),
    skeleton('1e3'),
    skeleton('"quoted"'),
    skeleton("'plain would do'"),
    skeleton("'a"),
    skeleton('a: b'),
    skeleton('a # comment'),
    skeleton('&a x'),
    skeleton('|'),
    skeleton('a').replaceAll('\n', '\r\n'),
    skeleton('a').trimEnd(),
    `\ufeff${skeleton('a')}`,
    `${skeleton('a')}tags: [b]\n`,
    skeleton('a').replace(ID, ID.toLowerCase()),
    skeleton('a').replace('18:00', '18:0'),
    `id: ${ID}\ncreated: 20260725 18:00\n`,
  ])('leaves %j to the parser', (text) => {
    expect(parseSkeleton(text)).toBeNull()
  })

  test('takes what we mint, unless its title needs escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (title) => {
        const text = mintText({ id: ID, title, created: '20260725 18:00' })
        const fast = parseSkeleton(text)
        expect(fast === null).toBe(text.includes('title: "'))
        if (fast) expect(fast.title).toBe(title)
      }),
    )
  })

  const pieces = fc.constantFrom(
    ...[
      'a',
      'NO',
      '1',
      '.',
      ':',
      ' ',
      '#',
      "'",
      "''",
      '"',
      '-',
      '?',
      '\n',
      '\r',
      '\t',
      '\u00e4',
      '\u{1f388}',
      ',',
      '[',
      '&',
      '*',
    ],
    ...[
      '!',
      '|',
      '>',
      '%',
      '@',
      '`',
      '~',
      '=',
      '<<',
      '\u0085',
      '\u2028',
      '\ufeff',
      'created: ',
      'id: ',
      '\u00a0',
    ],
  )

  test('agrees with the parser on everything that it accepts', () => {
    const titles = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''))
    const texts = fc.oneof(
      titles.map(skeleton),
      fc.tuple(titles, fc.nat({ max: 90 }), pieces).map(([title, at, piece]) => {
        const text = skeleton(title)
        return text.slice(0, at) + piece + text.slice(at)
      }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const fast = parseSkeleton(text)
        if (fast) expect(parseSidecarText(text, CONTEXT).sidecar).toEqual(fast)
      }),
      { numRuns: 5000 },
    )
  })
})
