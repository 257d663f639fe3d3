import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../src/index.js'
import { mintText, SidecarError } from '../src/index.js'
import { DOC, ID, KB, uri } from './support/ids.js'
import { parse } from './support/run-edit.js'

const FRESH = { id: ID, title: 'Loan ledger', created: '20260725 18:00' }

describe('a minted sidecar', () => {
  test('is a skeleton of id, title and created', () => {
    expect(mintText(FRESH)).toBe(`id: ${ID}\ntitle: Loan ledger\ncreated: 20260725 18:00\n`)
  })

  test.each([null, ''])('leaves out the title %j', (title) => {
    expect(mintText({ ...FRESH, title })).toBe(`id: ${ID}\ncreated: 20260725 18:00\n`)
  })

  test('quotes a title that a YAML reader would take for something else', () => {
    expect(mintText({ ...FRESH, title: 'NO' })).toContain("\ntitle: 'NO'\n")
  })

  test('never folds a long title', () => {
    const title = 'word '.repeat(200).trim()
    expect(mintText({ ...FRESH, title })).toContain(`\ntitle: ${title}\n`)
  })

  test('has known keys in their order, then the others sorted; lists at their parent’s column', () => {
    const text = mintText({
      ...FRESH,
      tags: ['loans', '12'],
      links: [{ to: uri(), rel: 'no' }],
      provenance: { source: 'https://example.org/ledger' },
      extra: { zeta: [[1, 2.5], { k: null, l: [] }], alpha: { b: true, a: {} }, empty: '' },
    })
    expect(text).toBe(`id: ${ID}
title: Loan ledger
tags:
- loans
- '12'
created: 20260725 18:00
links:
- to: ${uri()}
  rel: 'no'
provenance:
  source: https://example.org/ledger
alpha:
  b: true
  a: {}
empty: ''
zeta:
- - 1
  - 2.5
- k: null
  l: []
`)
  })

  test('leaves out empty known values', () => {
    expect(mintText({ ...FRESH, tags: [], links: [], provenance: {}, extra: {} })).toBe(mintText(FRESH))
  })

  test('refuses a known key among the user’s', () => {
    expect(() => mintText({ ...FRESH, extra: { tags: ['a'] } })).toThrow(SidecarError)
  })

  test('reads back as what was minted', () => {
    const value = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.constantFrom<JsonValue>(null, true, false, 0, -1.5, 1e21, 12345678901234567890n),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string({ maxLength: 5 }), tie('value'), { maxKeys: 3 }),
      ),
    })).value
    const known = new Set(['id', 'title', 'tags', 'created', 'links', 'provenance'])
    const key = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !known.has(text))
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 4 }), fc.array(fc.string()), (extra, tags) => {
        const links = [{ to: uri(), rel: 'cites' }]
        const sidecar = parse(mintText({ ...FRESH, tags, links, extra }))
        expect(sidecar.tags).toEqual(tags)
        expect(sidecar.links).toEqual([{ to: { kb: KB, doc: DOC }, rel: 'cites' }])
        const { tags: _, ...others } = JSON.parse(sidecar.metadataJson)
        expect(others).toEqual(
          JSON.parse(JSON.stringify(extra, (_, v) => (typeof v === 'bigint' ? Number(v) : v))),
        )
      }),
    )
  })
})
