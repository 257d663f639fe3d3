import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { authoredScalar } from '../src/index.js'

describe('a scalar that we write', () => {
  test.each([
    ['Loan ledger', 'Loan ledger'],
    ['pnk://A/B', 'pnk://A/B'],
    ['20260725 18:00', '20260725 18:00'],
    ['sha256:9be1', 'sha256:9be1'],
    ['größe 🎈', 'größe 🎈'],
    ['a "b" c', 'a "b" c'],
    ['NO', "'NO'"],
    ['y', "'y'"],
    ['1e3', "'1e3'"],
    ['123e456', "'123e456'"],
    ['1:30', "'1:30'"],
    ['0:3', "'0:3'"],
    ['06:8', "'06:8'"],
    ['e32', "'e32'"],
    ['E-4', "'E-4'"],
    ['e3x', 'e3x'],
    ['6:80', '6:80'],
    ['2026-07-25', "'2026-07-25'"],
    ['', "''"],
    ['=', "'='"],
    ['<<', "'<<'"],
    ["'it''s", "'''it''''s'"],
    ["it's", "it's"],
    ['box 12, shelf', "'box 12, shelf'"],
    ['a: b', "'a: b'"],
    ['a:', "'a:'"],
    ['a #b', "'a #b'"],
    ['a#b', 'a#b'],
    ['- a', "'- a'"],
    ['...', "'...'"],
    [' a', "' a'"],
    ['a ', "'a '"],
    ['a\tb', '"a\\tb"'],
    ['a\nb', '"a\\nb"'],
    ['a\u0085b', '"a\\Nb"'],
    ['a\u2028"\\', '"a\\L\\"\\\\"'],
    ['\ufeffa', '"\\uFEFFa"'],
    ['\ud800', '"\\uD800"'],
    ['\x00\x7f', '"\\0\\x7F"'],
  ])('%j is written %s', (text, expected) => {
    expect(authoredScalar(text)).toBe(expected)
  })

  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(...'-?:,[]{}#&*!|>\'"%@` \t\n\r\u0085\u2028\ufeff._~=<0123456789eExynoYNO'),
      maxLength: 8,
    }),
    fc.constantFrom('yes', 'Off', '0o17', '1_0', '12:30:45', '.NAN', '---', '? a', 'null'),
  )

  test('is that text in YAML 1.1 and 1.2, in block and in flow context, on one line', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('1.1' as const, '1.2' as const), (text, version) => {
        const written = authoredScalar(text)
        expect(written).not.toMatch(/[\n\r\u0085\u2028\u2029]/)
        const block = parseDocument(`a: ${written}\n`, { version })
        const flow = parseDocument(`{a: [${written}, ${written}], b: {c: ${written}}}`, { version })
        expect([...block.errors, ...flow.errors]).toEqual([])
        expect(block.toJS()).toEqual({ a: text })
        expect(flow.toJS()).toEqual({ a: [text, text], b: { c: text } })
      }),
      { numRuns: 2000 },
    )
  })

  test('is that text as a key', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const block = parseDocument(`${authoredScalar(text)}: 1\n`, { version: '1.1', merge: true })
        expect(block.errors).toEqual([])
        expect(block.toJS()).toEqual(Object.fromEntries([[text, 1]]))
      }),
    )
  })
})
