import { describe, expect, test } from 'vitest'
import { DOC, ID, KB, OTHER_KB, uri } from './support/ids.js'
import { parse } from './support/run-edit.js'

const FULL = `id: ${ID}
title: Loan ledger, box 12
tags: [loans, registers]
created: 20260725 18:00
links:
- to: ${uri()}
  rel: cites
  origin: deep
- to: pnk://self/${DOC}
  rel: ' see also '
provenance:
  source: https://example.org/ledger
  extraction:
    backend: claude-vision
    fingerprint: 3fa9c1
    extracted: 20260728 16:40
    content_hash: sha256:9be1
shelf: A12
`

describe('a readable sidecar', () => {
  test('gives every known field, `self` being the KB that owns the file', () => {
    const sidecar = parse(FULL)
    expect(sidecar).toMatchObject({
      id: ID,
      title: 'Loan ledger, box 12',
      created: '20260725 18:00',
      tags: ['loans', 'registers'],
      links: [
        { to: { kb: KB, doc: DOC }, rel: 'cites' },
        { to: { kb: KB, doc: DOC }, rel: ' see also ' },
      ],
      extraction: {
        backend: 'claude-vision',
        fingerprint: '3fa9c1',
        extracted: '20260728 16:40',
        contentHash: 'sha256:9be1',
      },
      warnings: [],
    })
  })

  test('keeps tags, provenance and the user’s keys for the index, keys sorted', () => {
    expect(parse(FULL).metadataJson).toBe(
      '{"provenance":{"extraction":{"backend":"claude-vision","content_hash":"sha256:9be1","extracted":"20260728 16:40","fingerprint":"3fa9c1"},"source":"https://example.org/ledger"},"shelf":"A12","tags":["loans","registers"]}',
    )
  })

  test('needs nothing but its id', () => {
    expect(parse(`id: ${ID}\n`)).toEqual({
      id: ID,
      title: null,
      created: null,
      tags: [],
      links: [],
      extraction: null,
      metadataJson: '{}',
      warnings: [],
    })
  })

  test('takes a null or empty known key as absent', () => {
    const sidecar = parse(`id: ${ID}\ntitle:\ncreated: ~\ntags: null\nlinks: []\nprovenance: {}\n`)
    expect(sidecar).toMatchObject({ title: null, created: null, tags: [], links: [], metadataJson: '{}' })
  })

  test('keeps identical links: multiplicity matters', () => {
    const link = `- to: ${uri()}\n  rel: cites\n`
    expect(parse(`id: ${ID}\nlinks:\n${link}${link}`).links).toHaveLength(2)
  })

  test('takes another KB than the owner’s from the link itself', () => {
    expect(parse(`id: ${ID}\nlinks: [{to: ${uri(DOC, OTHER_KB)}, rel: x}]\n`).links[0]?.to.kb).toBe(OTHER_KB)
  })

  test.each([
    ['no fingerprint', 'backend: a\n    content_hash: c'],
    ['a number for a backend', 'backend: 1\n    fingerprint: b\n    content_hash: c'],
    ['a null hash', 'backend: a\n    fingerprint: b\n    content_hash:'],
  ])('treats an extraction record with %s as absent, not as an error', (_name, lines) => {
    const sidecar = parse(`id: ${ID}\nprovenance:\n  extraction:\n    ${lines}\n`)
    expect(sidecar.extraction).toBeNull()
  })

  test.each(['paid', '[a]', '~', '12'])('treats `extraction: %s` as absent', (value) => {
    expect(parse(`id: ${ID}\nprovenance:\n  extraction: ${value}\n`).extraction).toBeNull()
  })

  test('accepts a record without its time', () => {
    const record = '{backend: a, fingerprint: b, content_hash: c}'
    expect(parse(`id: ${ID}\nprovenance: {extraction: ${record}}\n`).extraction?.extracted).toBeNull()
  })

  test.each([
    ['a byte order mark', `\ufeffid: ${ID}\ntitle: t\n`],
    ['a byte order mark and an indented root', `\ufeff  id: ${ID}\n  title: t\n`],
    ['CRLF', `id: ${ID}\r\ntitle: t\r\n`],
    ['lone CR', `id: ${ID}\rtitle: t\r`],
    ['markers', `%YAML 1.2\n---\nid: ${ID}\ntitle: t\n...\n# done\n`],
    ['flow style', `{id: ${ID}, title: t}`],
    ['explicit keys', `? id\n: ${ID}\n? title\n: t\n`],
    ['quoted keys', `"id": ${ID}\n'title': t\n`],
    ['a tagged root', `!sidecar\nid: ${ID}\ntitle: t\n`],
    ['a non-specific tag', `id: ${ID}\ntitle: ! t\n`],
    ['merged fields', `id: ${ID}\nbase: &b {title: t}\n<<: *b\n`],
    ['aliased fields', `id: ${ID}\nother: &t t\ntitle: *t\n`],
  ])('reads %s', (_name, text) => {
    expect(parse(text)).toMatchObject({ id: ID, title: 't' })
  })

  test('types a file by itself: no directive leaks into the next', () => {
    expect(parse(`%YAML 1.1\n---\nid: ${ID}\nx: yes\n`).metadataJson).toBe('{"x":true}')
    expect(parse(`id: ${ID}\nx: yes\n`).metadataJson).toBe('{"x":"yes"}')
  })

  test('reads a last line without a break as the text that is there', () => {
    expect(parse(`id: ${ID}\nx: |\n  a`).metadataJson).toBe('{"x":"a"}')
    expect(parse(`id: ${ID}\nx: |\n  a\n`).metadataJson).toBe('{"x":"a\\n"}')
    expect(parse(`id: ${ID}\nx: |+\n  a\n\n`).metadataJson).toBe('{"x":"a\\n\\n"}')
  })
})
