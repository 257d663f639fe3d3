import { describe, expect, test } from 'vitest'
import { isTypedPlain, typePlain, typeTagged } from '../src/plain-scalar.js'

const date = (text: string) => ({ kind: 'opaque', what: 'a date or time', text })
const noDigits = (text: string) => ({ kind: 'opaque', what: 'a number without digits', text })

describe('plain scalars read by the format’s own table', () => {
  const table: readonly (readonly [string, unknown])[] = [
    ...['', '~', 'null', 'Null', 'NULL'].map((text) => [text, null] as const),
    ...['true', 'True', 'TRUE'].map((text) => [text, true] as const),
    ...['false', 'False', 'FALSE'].map((text) => [text, false] as const),
    ...[
      'yes',
      'no',
      'on',
      'off',
      'y',
      'n',
      'NO',
      'nULL',
      'tRUE',
      '~x',
      '.',
      '-',
      '+',
      '_1',
      '1:30',
      '0b',
      '0x',
    ].map((text) => [text, text] as const),
    ['0', 0n],
    ['-0', 0n],
    ['+12', 12n],
    ['0755', 755n],
    ['1_000', 1000n],
    ['1_', 1n],
    ['-1_0', -10n],
    ['0b101', 5n],
    ['-0o17', -15n],
    ['0x1F', 31n],
    ['0xff_ff', 65535n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['1.', 1],
    ['1.5', 1.5],
    ['1_0.2_5', 10.25],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1.5e-3', 0.0015],
    ['.5', 0.5],
    ['-.5e+3', -500],
    ['.5e3', '.5e3'],
    ['1e', '1e'],
    ['.inf', Infinity],
    ['-.Inf', -Infinity],
    ['+.INF', Infinity],
    ['.nan', Number.NaN],
    ['.NaN', Number.NaN],
    ['2026-07-25', date('2026-07-25')],
    ['2026-7-5 9:00:00', date('2026-7-5 9:00:00')],
    ['2026-07-25T09:14:00.5Z', date('2026-07-25T09:14:00.5Z')],
    ['2026-07-25t09:14:00-05:00', date('2026-07-25t09:14:00-05:00')],
    ['2026-07-25  09:14:00 +2', date('2026-07-25  09:14:00 +2')],
    ['2026-7-5', '2026-7-5'],
    ['20260725 18:00', '20260725 18:00'],
    ['=', { kind: 'opaque', what: 'a tagged value', text: '=' }],
    ['<<', { kind: 'opaque', what: 'a tagged value', text: '<<' }],
    ['0x_', noDigits('0x_')],
    ['._', noDigits('._')],
  ]

  test.each(table)('%j is %o', (text, expected) => {
    expect(typePlain(text, false)).toEqual(expected)
  })

  test('an integer of 4,300 digits keeps them all, a longer one is no value', () => {
    expect(typePlain('9'.repeat(4300), false)).toBe(BigInt('9'.repeat(4300)))
    expect(typePlain('9'.repeat(4301), false)).toMatchObject({ what: 'a number of too many digits' })
  })
})

describe('under %YAML 1.1', () => {
  test.each([
    ['yes', true],
    ['Y', true],
    ['On', true],
    ['no', false],
    ['n', false],
    ['OFF', false],
    ['1:30', 90n],
    ['-1:30:00', -5400n],
    ['1:30.5', 90.5],
    ['190:20:30', 685230n],
    ['0:30', '0:30'],
    ['0755', 755n],
    ['yEs', 'yEs'],
  ] as const)('%j is %o', (text, expected) => {
    expect(typePlain(text, true)).toEqual(expected)
  })
})

describe('core tags', () => {
  test.each([
    ['12', 'int', 12n],
    ['0x1F', 'int', 31n],
    ['1', 'float', 1],
    ['.inf', 'float', Infinity],
    ['yes', 'bool', true],
    ['~', 'null', null],
    ['1.5', 'int', undefined],
    ['foo', 'int', undefined],
    ['foo', 'bool', undefined],
    ['foo', 'null', undefined],
    ['foo', 'float', undefined],
  ] as const)('%j under !!%s is %o', (text, tag, expected) => {
    expect(typeTagged(text, tag)).toEqual(expected)
  })
})

test('what either YAML version types is never left plain', () => {
  for (const text of [
    'y',
    'No',
    'ON',
    '1:30',
    '2026-7-5',
    '.5e3',
    '=',
    '<<',
    '',
    '~',
    '1_000',
    '2026-01-01 x',
  ]) {
    expect(isTypedPlain(text), text).toBe(true)
  }
  for (const text of ['yEs', 'Loan ledger', '3D', 'v1', '20260725 18:00'])
    expect(isTypedPlain(text), text).toBe(false)
})
