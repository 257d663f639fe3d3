import { describe, expect, test } from 'vitest'
import { MAX_SIDECAR_BYTES } from '../src/index.js'
import { ID, uri } from './support/ids.js'
import { readRefusal } from './support/refuse.js'
import { parse } from './support/run-edit.js'

describe('not valid YAML', () => {
  test.each([
    ['an unclosed bracket', 'tags: [x', 3],
    ['an unclosed quote', 'x: "a', 3],
    ['a tab for indentation', 'x:\n\ta: 1', 3],
    ['a value after a value', 'x: a: b', 2],
    ['an alias without its anchor', 'x: *nowhere', 2],
    ['an alias before its anchor', 'x: *a\ny: &a 1', 2],
    ['a second document', '---\nid: x', 2],
    ['a third marker', '...\n---\n', 3],
    ['a merge of a text', 'x: {<<: a}', 2],
    ['a merge of a list of texts', 'x: {<<: [a]}', 2],
    ['a tag that does not fit', 'x: !!int foo', 2],
    ['a sequence tag on a mapping', 'x: !!seq {a: 1}', 2],
    ['a mapping tag on a list', 'x: !!map [a]', 2],
    ['a mapping tag on a scalar', 'x: !!map a', 2],
    ['an ordered mapping of more than single keys', 'x: !!omap [{a: 1, b: 2}]', 2],
  ])('%s', (_name, lines, line) => {
    const refusal = readRefusal(`id: ${ID}\n${lines}\n`)
    expect(refusal.code).toBe('SIDECAR_SYNTAX')
    expect(refusal.message).toMatch(/not valid YAML: .*\(line \d+, column \d+\)/)
    expect(refusal.line).toBeGreaterThanOrEqual(2)
    expect(refusal.line).toBeLessThanOrEqual(line)
  })

  test.each([
    ['%YAML 1.2\n%YAML 1.2\n---\n', '`%YAML` is given twice', 2],
    ['%TAG !a! x:\n# c\n\n%TAG !a! y:\n---\n', '`%TAG !a!` is given twice', 4],
    ['%YAML 2.0\n---\n', 'version 2.0 is not known', 1],
    ['\ufeff%YAML 1.2\r%YAML 1.1\r---\r', '`%YAML` is given twice', 2],
  ])('the directives %j', (head, says, line) => {
    const refusal = readRefusal(`${head}id: ${ID}\n`)
    expect(refusal).toMatchObject({ code: 'SIDECAR_SYNTAX', line })
    expect(refusal.message).toContain(says)
  })

  test('different directives are fine, and a line of text that starts with `%` is none', () => {
    expect(parse(`%YAML 1.2\n%TAG !a! x:\n%TAG !b! x:\n---\nid: ${ID}\n`).id).toBe(ID)
    expect(parse(`---\nid: ${ID}\nx: |\n  a\n  %YAML 9\n`).id).toBe(ID)
  })

  test.each(['\x00', '\x07', '\x1b', '\x7f', '\x80', '\x9f', '\ufffe', '\uffff'])(
    'the character %j, with its place in code points',
    (char) => {
      const refusal = readRefusal(`id: ${ID}\nx: 🎈🎈${char}\n`)
      expect(refusal).toMatchObject({ code: 'SIDECAR_SYNTAX', line: 2, column: 6 })
      expect(refusal.message).toContain('U+')
    },
  )

  test('tab, U+0085, a no-break space, a byte order mark inside and astral characters are allowed', () => {
    const text = 'a\tb\u0085c\u00a0d\u2028e\ufefff\u{1f388}'
    expect(JSON.parse(parse(`id: ${ID}\nx: "${text}"\n`).metadataJson)).toEqual({ x: text })
  })

  test('places count `\\r\\n` and a lone `\\r` as line ends, and a byte order mark as no column', () => {
    expect(readRefusal(`id: ${ID}\r\ntitle: 1\r`)).toMatchObject({ line: 2, column: 8 })
    expect(readRefusal(`\r\rid: ${ID}\rtitle: 1\r`)).toMatchObject({ line: 4, column: 8 })
    expect(readRefusal(`\ufeffid: 5\n`)).toMatchObject({ line: 1, column: 5 })
  })

  test('nesting that would overflow the stack', () => {
    expect(readRefusal(`id: ${ID}\nx: ${'['.repeat(100_000)}\n`).code).toBe('SIDECAR_SYNTAX')
    expect(readRefusal(`id: ${ID}\nx: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`).code).toBe(
      'SIDECAR_SYNTAX',
    )
  })
})

describe('no sidecar at all', () => {
  test('bytes that are not UTF-8', () => {
    expect(readRefusal(Buffer.from([0x69, 0x64, 0x3a, 0x20, 0xff])).code).toBe('SIDECAR_NOT_UTF8')
    expect(readRefusal(Buffer.from(`id: ${ID}\n`, 'utf16le')).code).toMatch(/SIDECAR_(NOT_UTF8|SYNTAX)/)
  })

  test.each(['', '\n\n', '# only\n# comments\n', '---\n', '--- # c\n...\n', '\ufeff', '%YAML 1.2\n---\n'])(
    '%j is empty',
    (text) => {
      const refusal = readRefusal(text)
      expect(refusal.code).toBe('SIDECAR_EMPTY')
      expect(refusal.message).toContain('is empty')
    },
  )

  test.each([
    ['- a\n', 'a list'],
    ['[a]\n', 'a list'],
    ['just text\n', 'a single value'],
    ['~\n', 'a single value'],
    ['!!str\n', 'a single value'],
  ])('%j is no mapping', (text, found) => {
    const refusal = readRefusal(text)
    expect(refusal.code).toBe('SIDECAR_NOT_MAPPING')
    expect(refusal.message).toContain(`must be a mapping, found ${found}`)
  })

  test('a file beyond the size limit', () => {
    const bytes = Buffer.alloc(MAX_SIDECAR_BYTES + 1, 0x20)
    expect(readRefusal(bytes).code).toBe('SIDECAR_TOO_LARGE')
  })

  test('aliases that expand without bound', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9)}]`)
    levels[0] = 'a0: &a0 [lol, lol]'
    const refusal = readRefusal(`id: ${ID}\n${levels.join('\n')}\n`)
    expect(refusal.code).toBe('SIDECAR_TOO_LARGE')
    expect(refusal.message).toContain('expand')
  })
})

describe('repetition', () => {
  test.each([
    ['title: a\ntitle: b', '`title`'],
    ['x: {a: 1, a: 2}', '`a`'],
    ['x: {a: 1, "a": 2}', '`a`'],
    ['x: {1: a, 1.0: b}', '`1`'],
    ['x: {1: a, true: b}', '`true`'],
    ['x: {10: a, 0xA: b}', '`10`'],
    ['x: {~: a, null: b}', '`null`'],
    ['x:\n- y: {a: 1, a: 2}', '`a`'],
    [`links:\n- to: ${uri()}\n  rel: x\n  rel: y`, '`rel`'],
    ['a: &a {b: 1}\nc:\n  <<: *a\n  <<: *a', '`<<`'],
    ['a: &k x\n*k : 1\nx: 2', '`x`'],
  ])('a repeated key at any depth: %j', (lines, name) => {
    const refusal = readRefusal(`id: ${ID}\n${lines}\n`)
    expect(refusal.code).toBe('SIDECAR_DUPLICATE_KEY')
    expect(refusal.message).toContain(`repeats a key: ${name}`)
    expect(refusal.message).toContain('unrecoverable')
  })

  test('what a merge key brings in is no repetition', () => {
    expect(parse(`id: ${ID}\na: &a {b: 1}\nc: {<<: *a, b: 2}\n`).id).toBe(ID)
  })

  test('an anchor name defined twice', () => {
    const refusal = readRefusal(`id: ${ID}\na: &x 1\nb: &x 2\n`)
    expect(refusal).toMatchObject({ code: 'SIDECAR_DUPLICATE_ANCHOR', line: 3 })
    expect(refusal.message).toContain('reuses an anchor name: `&x`')
  })
})

describe('a known field of another type', () => {
  test.each([
    ['title: 1e3', '`title` must be text, found a number'],
    ['title: 0o17', 'found a number'],
    ['title: true', 'found true or false'],
    ['title: 2026-07-25', 'found a date or time'],
    ['title: !!str x', 'found a tagged value'],
    ['title: [a]', 'found a list'],
    ['title: {a: b}', 'found a mapping'],
    ['created: 20260725', '`created` must be text, found a number'],
    ['created: 2026-07-25 18:00:00', 'found a date or time'],
    ['tags: a', '`tags` must be a list of texts, found text'],
    ['tags: [a, 1]', '`tags[1]` must be text, found a number'],
    ['tags: [~]', '`tags[0]` must be text, found nothing'],
    ['tags: {a: b}', '`tags` must be a list of texts, found a mapping'],
    ['links: a', '`links` must be a list of mappings, found text'],
    ['links: [a]', '`links[0]` must be a mapping with `to` and `rel`, found text'],
    ['links: [{rel: x}]', '`links[0].to` must be a pnk:// link, found nothing'],
    ['links: [{to: 5, rel: x}]', '`links[0].to` must be a pnk:// link, found a number'],
    [`links: [{to: ${uri()}}]`, '`links[0].rel` must be text, found nothing'],
    [
      `links: [{to: ${uri()}, rel: no}, {to: ${uri()}, rel: 1}]`,
      '`links[1].rel` must be text, found a number',
    ],
    [`links: [{to: ${uri()}, rel: ' '}]`, '`links[0].rel` must name a relation, found a blank text'],
    ['links: [{to: pnk://kb/doc, rel: x}]', '`links[0].to`: "pnk://kb/doc" is not a link'],
    [`links: [{to: pnk://alias/${ID}, rel: x}]`, 'aliases live in [[links.kb]]'],
    ['links: [{to: pnk://self/self, rel: x}]', '`links[0].to`'],
    ['provenance: web', '`provenance` must be a mapping, found text'],
    ['provenance: [a]', '`provenance` must be a mapping, found a list'],
  ])('%s', (line, says) => {
    const refusal = readRefusal(`id: ${ID}\n${line}\n`)
    expect(refusal).toMatchObject({ code: 'SIDECAR_FIELD', line: 2 })
    expect(refusal.message).toContain(says)
    expect(refusal.message).not.toMatch(/\b(bigint|object|undefined|YAML(Map|Seq)|Scalar)\b/)
  })

  test('the remedy for a scalar is to quote it', () => {
    expect(readRefusal(`id: ${ID}\ntitle: 1e3\n`).remedy).toContain('Quote')
  })

  test('all faults of a file come back together, each with its place', () => {
    const refusal = readRefusal(`id: x\ntitle: 1\ntags: a\nx: 2026-01-01\n`)
    expect(refusal.message).toContain('; 3 more in this file')
    expect(refusal.details.problems).toMatchObject([
      { code: 'SIDECAR_ID', line: 1, column: 5 },
      { code: 'SIDECAR_FIELD', line: 2, column: 8 },
      { code: 'SIDECAR_FIELD', line: 3, column: 7 },
      { code: 'SIDECAR_VALUE', line: 4, column: 4 },
    ])
  })
})

describe('the id', () => {
  test.each([
    ['title: a', 'has no `id`'],
    ['id:', 'found nothing'],
    ['id: 5', 'found a number'],
    ['id: [a]', 'found a list'],
    [`id: ${ID.toLowerCase()}`, 'must be the ULID'],
    [`id: ' ${ID}'`, 'must be the ULID'],
    [`id: ${ID}X`, 'must be the ULID'],
    [`id: 8${ID.slice(1)}`, 'must be the ULID'],
    [`id: ${ID.replace('M', 'U')}`, 'must be the ULID'],
    ['id: ""', 'found an empty string'],
  ])('%s is refused, and the remedy is to restore the original', (line, says) => {
    const refusal = readRefusal(`${line}\n`)
    expect(refusal.code).toBe('SIDECAR_ID')
    expect(refusal.message).toContain(says)
    expect(refusal.remedy).toContain('Restore the original id')
  })
})
