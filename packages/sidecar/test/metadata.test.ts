import { describe, expect, test } from 'vitest'
import { ID } from './support/ids.js'
import { readRefusal } from './support/refuse.js'
import { parse } from './support/run-edit.js'

/** What the index keeps of `x: <value>`. */
function indexed(value: string): string {
  return parse(`id: ${ID}\nx: ${value}\n`).metadataJson.slice('{"x":'.length, -1)
}

describe('what the index keeps', () => {
  test.each([
    ['12345678901234567890123', '12345678901234567890123'],
    ['0x1F', '31'],
    ['1_000', '1000'],
    ['1.0', '1.0'],
    ['1e300', '1e+300'],
    ['0.1', '0.1'],
    ['-0.0', '-0.0'],
    ['true', 'true'],
    ['"1"', '"1"'],
    ['~', 'null'],
    ['[a, [1, ~], {b: c}]', '["a",[1,null],{"b":"c"}]'],
    ['{z: 1, a: 2, ä: 3}', '{"a":2,"z":1,"ä":3}'],
    ['!custom {a: 1}', '{"a":1}'],
    ['!custom [a]', '["a"]'],
    ['!!int "12"', '12'],
    ['!!float 1', '1.0'],
    ['!!bool yes', 'true'],
    ['!!null ""', 'null'],
    ['!!map {a: 1}', '{"a":1}'],
    ['!!seq [a]', '["a"]'],
    ['!!omap [b: 1, a: 2]', '{"a":2,"b":1}'],
    ['! 12', '"12"'],
    ['! "12"', '"12"'],
    ['!<tag:yaml.org,2002:int> 3', '3'],
    ['"\\ud83c\\udf88"', '"🎈"'],
  ])('%s is %s', (value, json) => {
    expect(indexed(value)).toBe(json)
  })

  test('nested keys that are all numbers or booleans become strings as JSON writes them', () => {
    expect(indexed('{1: a, 1.5: b, 2.0: c, true: d}'.replace('true: d', 'false: d'))).toBe(
      '{"1":"a","1.5":"b","2.0":"c","false":"d"}',
    )
    expect(indexed('{~: a}')).toBe('{"null":"a"}')
  })

  test('keys are sorted by code point, not by UTF-16 unit', () => {
    expect(indexed('{"\u{1f600}": 1, "\uff5e": 2}')).toBe('{"\uff5e":2,"\u{1f600}":1}')
  })

  test('`__proto__` is just a key', () => {
    expect(indexed('{__proto__: {a: 1}}')).toBe('{"__proto__":{"a":1}}')
    expect(parse(`id: ${ID}\n__proto__: 1\n`).metadataJson).toBe('{"__proto__":1}')
  })

  test('merge keys give way to own keys, later mappings to earlier ones', () => {
    const text = `id: ${ID}\na: &a {k: 1, m: 1}\nb: &b {m: 2, n: 2}\nx:\n  <<: [*a, *b]\n  k: 0\n`
    expect(JSON.parse(parse(text).metadataJson)).toMatchObject({ x: { k: 0, m: 1, n: 2 } })
  })

  test('a quoted `<<` is an ordinary key', () => {
    expect(indexed('{"<<": {a: 1}}')).toBe('{"<<":{"a":1}}')
  })
})

describe('what the index can only hold as null', () => {
  test('infinities and NaN, each with its place', () => {
    const sidecar = parse(`id: ${ID}\nx: [1, .inf]\ny:\n  z: .nan\n`)
    expect(sidecar.metadataJson).toBe('{"x":[1,null],"y":{"z":null}}')
    expect(sidecar.warnings).toEqual([
      { kind: 'non-finite', where: 'x[1]', line: 2, column: 8 },
      { kind: 'non-finite', where: 'y.z', line: 4, column: 6 },
    ])
  })

  test('an alias inside of its own anchor', () => {
    const sidecar = parse(`id: ${ID}\nx: &x\n  a: [*x, b]\n`)
    expect(sidecar.metadataJson).toBe('{"x":{"a":[null,"b"]}}')
    expect(sidecar.warnings).toMatchObject([{ kind: 'self-reference', where: 'x.a[0]' }])
  })
})

describe('what the index cannot hold is refused, with its path', () => {
  test.each([
    ['x: 2026-07-25', 'SIDECAR_VALUE', '`x` holds a date or time'],
    ['x: {a: [1, 2026-07-25 9:00:00]}', 'SIDECAR_VALUE', '`x.a[1]` holds a date or time'],
    ['x: !!str a', 'SIDECAR_VALUE', '`x` holds a tagged value'],
    ['x: !!binary aGk=', 'SIDECAR_VALUE', 'a tagged value'],
    ['x: !!timestamp 2026-01-01', 'SIDECAR_VALUE', 'a tagged value'],
    ['x: !!set {a, b}', 'SIDECAR_VALUE', 'a tagged value'],
    ['x: !custom a', 'SIDECAR_VALUE', 'a tagged value'],
    ['x: =', 'SIDECAR_VALUE', 'a tagged value'],
    ['x: 0x_', 'SIDECAR_VALUE', 'a number without digits'],
    ['provenance: {when: 2026-07-25}', 'SIDECAR_VALUE', '`provenance.when` holds a date or time'],
    ['1: x', 'SIDECAR_KEY', 'the sidecar has a key that is not a string: `1`'],
    ['~: x', 'SIDECAR_KEY', '`null`'],
    ['2026-07-25: x', 'SIDECAR_KEY', '`2026-07-25`'],
    ['[a]: x', 'SIDECAR_KEY', 'a list'],
    ['x: {1: a, b: c}', 'SIDECAR_KEY', '`x` has a key that is not a string: `1`'],
    ['x: {~: a, b: c}', 'SIDECAR_KEY', '`null`'],
    ['x: {~: a, 1: c}', 'SIDECAR_KEY', '`null`'],
    ['x: {2026-07-25: a}', 'SIDECAR_KEY', '`2026-07-25`'],
    ['x: [{[a, b]: c}]', 'SIDECAR_KEY', '`x[0]`'],
    ['x: {{a: b}: c}', 'SIDECAR_KEY', 'a mapping'],
  ])('%s', (line, code, says) => {
    const refusal = readRefusal(`id: ${ID}\n${line}\n`)
    expect(refusal).toMatchObject({ code, line: 2 })
    expect(refusal.message).toContain(says)
  })

  test('the keys that a link has beside `to` and `rel` are not indexed, and may hold anything', () => {
    const link = `- to: pnk://self/${ID}\n  rel: x\n  when: 2026-07-25\n  1: a\n  how: !custom b\n`
    expect(parse(`id: ${ID}\nlinks:\n${link}`).links).toHaveLength(1)
  })
})
