import { describe, expect, test } from 'vitest'
import type { SidecarEdit } from '../../src/index.js'
import { ID } from '../support/ids.js'
import { edit, parse, refusal } from '../support/run-edit.js'

const RECORD = {
  backend: 'paid',
  fingerprint: '3fa9',
  extracted: '20260728 16:40',
  contentHash: 'sha256:9be1',
}
const SET: SidecarEdit = { kind: 'set-extraction', record: RECORD }
const CLEAR: SidecarEdit = { kind: 'clear-extraction' }
const LINES = (indent: string) =>
  ['backend: paid', 'fingerprint: 3fa9', 'extracted: 20260728 16:40', 'content_hash: sha256:9be1']
    .map((line) => `${indent}${line}\n`)
    .join('')
const FLOW = '{backend: paid, fingerprint: 3fa9, extracted: 20260728 16:40, content_hash: sha256:9be1}'

describe('recording an extraction', () => {
  test.each([
    ['', `provenance:\n  extraction:\n${LINES('    ')}`],
    ['provenance:\n', `provenance:\n  extraction:\n${LINES('    ')}`],
    ['provenance: ~ # none\n', `provenance: # none\n  extraction:\n${LINES('    ')}`],
    ['provenance: {}\n', `provenance: {extraction: ${FLOW}}\n`],
    ['provenance: {source: web}\n', `provenance: {source: web, extraction: ${FLOW}}\n`],
    ['provenance:\n    source: web\n', `provenance:\n    source: web\n    extraction:\n${LINES('        ')}`],
    [
      'provenance:\n  extraction:\n  source: web\n',
      `provenance:\n  extraction:\n${LINES('    ')}  source: web\n`,
    ],
    ['provenance:\n  extraction: none # c\n', `provenance:\n  extraction: ${FLOW} # c\n`],
    ['provenance:\n  extraction: {}\n', `provenance:\n  extraction: ${FLOW}\n`],
    ['provenance: {extraction: }\n', `provenance: {extraction: ${FLOW} }\n`],
    ['provenance: {extraction}\n', `provenance: {extraction: ${FLOW}}\n`],
  ])('into %j', (before, after) => {
    expect(edit(`id: ${ID}\n${before}`, SET)).toBe(`id: ${ID}\n${after}`)
  })

  test('replaces the four values in place, appends what is missing in order, keeps the user’s keys', () => {
    const before = `id: ${ID}
provenance:
  # the record
  extraction:
    fingerprint: "77" # old
    cost: 1.50
    backend:
    content_hash: |
      sha256:0
    # mine
  source: web
`
    expect(edit(before, SET)).toBe(`id: ${ID}
provenance:
  # the record
  extraction:
    fingerprint: 3fa9 # old
    cost: 1.50
    backend: paid
    content_hash: sha256:9be1
    extracted: 20260728 16:40
    # mine
  source: web
`)
  })

  test('leaves a value that is the same in the author’s quotes', () => {
    const before = `id: ${ID}\nprovenance: {extraction: {backend: "paid", fingerprint: old, extracted: '20260728 16:40', content_hash: 1}}\n`
    expect(edit(before, SET)).toBe(
      before.replace('old', '3fa9').replace('content_hash: 1', 'content_hash: sha256:9be1'),
    )
  })

  test('changes nothing where all four are there', () => {
    const text = `id: ${ID}\nprovenance:\n  extraction:\n${LINES('    ')}`
    expect(edit(text, SET)).toBe(text)
  })

  test('quotes a fingerprint that YAML would read as a number', () => {
    const text = edit(`id: ${ID}\n`, {
      kind: 'set-extraction',
      record: { ...RECORD, fingerprint: '12e4567' },
    })
    expect(text).toContain(`fingerprint: '12e4567'\n`)
    expect(parse(text).extraction?.fingerprint).toBe('12e4567')
  })

  test('refuses a value that an alias shares', () => {
    const shared = `id: ${ID}\nprovenance:\n  extraction: {backend: &b x, fingerprint: f, content_hash: h}\ny: *b\n`
    expect(refusal(shared, SET)).toBe('SIDECAR_SHARED')
    expect(refusal(`id: ${ID}\np: &p {a: 1}\nprovenance: *p\n`, SET)).toBe('SIDECAR_SHARED')
    expect(refusal(`id: ${ID}\np: &p {provenance: {a: 1}}\n<<: *p\n`, SET)).toBe('SIDECAR_SHARED')
  })
})

describe('clearing an extraction', () => {
  test.each([
    [`provenance:\n  extraction:\n${LINES('    ')}`, ''],
    [`# about it\nprovenance:\n  # the record\n  extraction:\n${LINES('    ')}z: 1\n`, 'z: 1\n'],
    [
      `provenance:\n  source: web\n  # the record\n  extraction:\n${LINES('    ')}z: 1\n`,
      'provenance:\n  source: web\nz: 1\n',
    ],
    [
      `provenance:\n  extraction:\n${LINES('    ')}  # source\n  source: web\n`,
      'provenance:\n  # source\n  source: web\n',
    ],
    [`provenance: {source: web, extraction: ${FLOW}}\n`, 'provenance: {source: web}\n'],
    [`provenance: {extraction: ${FLOW}, source: web}\n`, 'provenance: {source: web}\n'],
    [`provenance: {extraction: ${FLOW}}\n`, ''],
    ['provenance:\n  extraction: broken\n', ''],
    ['provenance:\n  source: web\n', 'provenance:\n  source: web\n'],
    ['provenance:\n', 'provenance:\n'],
    ['provenance: {}\n', 'provenance: {}\n'],
  ])('from %j', (before, after) => {
    expect(edit(`id: ${ID}\n${before}`, CLEAR)).toBe(`id: ${ID}\n${after}`)
  })

  test('from a flow root', () => {
    expect(edit(`{id: ${ID}, provenance: {extraction: ${FLOW}}, z: 1}\n`, CLEAR)).toBe(`{id: ${ID}, z: 1}\n`)
  })

  test('keeps a bare `provenance:` where blank lines below would become content above', () => {
    const text = `id: ${ID}\nz: |+\n  a\nprovenance:\n  extraction:\n${LINES('    ')}\ny: 1\n`
    expect(edit(text, CLEAR)).toBe(`id: ${ID}\nz: |+\n  a\nprovenance:\n\ny: 1\n`)
  })

  test('refuses to delete an anchor that something else needs', () => {
    const text = `id: ${ID}\nprovenance:\n  source: w\n  extraction: {backend: &b x, fingerprint: f, content_hash: h}\ny: *b\n`
    expect(refusal(text, CLEAR)).toBe('SIDECAR_SHARED')
  })
})
