import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { decodeUtf8, describeToml, isTomlTable, parseToml, type TomlValue } from '../src/index.js'

const accepts = (text: string) => 'table' in parseToml(text)

function tableOf(text: string) {
  const reading = parseToml(text)
  if ('fault' in reading) throw new Error(reading.fault.message)
  return reading.table
}

function faultOf(text: string) {
  const reading = parseToml(text)
  return 'fault' in reading ? reading.fault : null
}

test('a byte order mark is refused', () => {
  expect(faultOf('\ufeffa = 1')).toMatchObject({ line: 1, column: 1 })
})

test('a line break or comment in an inline table is refused, in an array within one it is not', () => {
  expect(faultOf('a = { b = 1,\n c = 2 }')).toMatchObject({ line: 1, column: 13 })
  expect(accepts('a = { # c\n b = 1 }')).toBe(false)
  expect(accepts('a = [{ b = [\n1, # x }\n2,\n] }, # y\n]\n[[b]] # {\nc = "{\\n"\nd = """{\n"""')).toBe(true)
})

test('a comma after the last key of an inline table is refused, in an array it is not', () => {
  expect(faultOf('a = 1\nb = { c = 2 , }')).toMatchObject({ line: 2, column: 13 })
  expect(accepts('a = { b = [1,], c = {} }')).toBe(true)
})

test('the escapes \\e and \\xHH are refused, their look-alikes are not', () => {
  expect(faultOf('a = "x\\e"')).toMatchObject({ line: 1, column: 7 })
  expect(accepts('a = "\\x41"')).toBe(false)
  expect(accepts('a = """\n\\x41"""')).toBe(false)
  expect(accepts('"\\e" = 1')).toBe(false)
  expect(accepts("a = \"\\\\e \\\\x41\"\nb = '\\e\\x41'\nc = '''\\e''' # \\e")).toBe(true)
})

test('times without seconds are refused, offsets and look-alikes are not', () => {
  for (const time of ['07:32', '1979-05-27T07:32', '1979-05-27 07:32Z', '1979-05-27T07:32-07:00']) {
    expect(accepts(`a = ${time}`), time).toBe(false)
  }
  expect(accepts('a = 1979-05-27T07:32:00-07:00\nb = 07:32:00.5\nc = "07:32" # 07:32')).toBe(true)
})

test('days that no month has are refused', () => {
  for (const day of ['2026-02-30', '2025-02-29', '2026-04-31T00:00:00Z', '2026-13-01']) {
    expect(accepts(`a = ${day}`), day).toBe(false)
  }
  expect(accepts('a = 2024-02-29\nb = "2026-02-30"\n2026-02-30 = 1')).toBe(false)
  expect(accepts('a = 2024-02-29\nb = "2026-02-30"')).toBe(true)
})

test('a fault has a message of one line and its place', () => {
  const fault = faultOf('a = 1\nb = = 2\n')
  expect(fault).toMatchObject({ line: 2 })
  expect(fault?.message).not.toMatch(/\n|Invalid TOML/)
})

test('integers and floats stay apart, and integers keep their digits', () => {
  const table = tableOf('i = 384\nf = 384.0\nbig = 9223372036854775807\nhex = 0x1F\ninf = inf')
  expect(table).toEqual(
    Object.assign(Object.create(null), {
      i: 384n,
      f: 384,
      big: 9223372036854775807n,
      hex: 31n,
      inf: Infinity,
    }),
  )
})

test('tables have no prototype: __proto__ is a key like any other', () => {
  const table = tableOf('[__proto__]\nx = 1')
  expect(Object.keys(table)).toEqual(['__proto__'])
  expect('toString' in table).toBe(false)
})

test('types are named in the words of the author of the file', () => {
  const table = tableOf('a = "x"\nb = 1\nc = 1.0\nd = true\ne = 2026-01-01\nf = [1]\ng = {}\nh = 07:00:00')
  expect(Object.values(table).map(describeToml)).toEqual([
    'a string',
    'an integer',
    'a float',
    'a boolean',
    'a date or time',
    'an array',
    'a table',
    'a date or time',
  ])
})

interface Tagged {
  readonly type: string
  readonly value: string
}

/** The comparison form of the public TOML test suite; dates by type alone. */
function tagged(value: TomlValue): unknown {
  if (Array.isArray(value)) return value.map((item: TomlValue) => tagged(item))
  if (isTomlTable(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tagged(item)]))
  if (typeof value === 'number') return { type: 'float', value }
  const kind = describeToml(value).replace(/^an? /, '').replace('boolean', 'bool')
  return kind === 'date or time' ? { type: 'date' } : { type: kind, value: String(value) }
}

function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected)
  const { type, value: text } = value as Tagged
  if (typeof type !== 'string' || typeof text !== 'string') {
    return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, expected(item)]))
  }
  if (/date|time/.test(type)) return { type: 'date' }
  return type === 'float'
    ? { type, value: Number(text.replace(/inf$/, 'Infinity').replace('+', '')) }
    : { type, value: text }
}

/** Valid TOML 1.1 that is not TOML 1.0: exactly these the suite calls valid and we refuse. */
const NEWER = new Set([
  'valid/datetime/no-seconds.toml',
  'valid/inline-table/newline-comment.toml',
  'valid/spec-1.1.0/common-29.toml',
  'valid/spec-1.1.0/common-34.toml',
  'valid/spec-1.1.0/common-47.toml',
  'valid/string/escape-esc.toml',
  'valid/string/hex-escape.toml',
  'valid/utf8-bom-02.toml',
])

const shared = fileURLToPath(new URL('../../../../shared/data/formats/toml-suite-dev/docs', import.meta.url))
const own = fileURLToPath(new URL('fixtures/toml', import.meta.url))
const suite = existsSync(shared) ? shared : own
const cases = readdirSync(suite, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.toml'),
)

test('what the TOML test suite calls invalid is refused', () => {
  const invalid = cases.filter((path) => path.startsWith('invalid'))
  expect(invalid.length).toBeGreaterThan(0)
  const accepted = invalid.filter((path) => {
    const text = decodeUtf8(readFileSync(join(suite, path)))
    return text !== null && accepts(text)
  })
  expect(accepted).toEqual([])
})

test('what the TOML test suite calls valid reads as it says, but for the additions of TOML 1.1', () => {
  const valid = cases.filter((path) => path.startsWith('valid') && !NEWER.has(path))
  expect(valid.length).toBeGreaterThan(0)
  for (const path of valid) {
    const json = readFileSync(join(suite, path.replace(/toml$/, 'json')), 'utf8')
    const text = decodeUtf8(readFileSync(join(suite, path))) ?? ''
    expect(tagged(tableOf(text)), path).toEqual(expected(JSON.parse(json)))
  }
  for (const path of cases.filter((candidate) => NEWER.has(candidate))) {
    expect(accepts(decodeUtf8(readFileSync(join(suite, path))) ?? ''), path).toBe(false)
  }
})
