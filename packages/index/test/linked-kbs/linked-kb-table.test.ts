import type { DocUlid, KbUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { LinkRow } from '../../src/contracts.js'
import type { KbRef } from '../../src/linked-kbs/contracts.js'
import { docId, write } from '../store/documents.js'
import { newIndex } from '../store/fixture.js'

const HERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6G' as KbUlid
const THERE = '01JV3K2H8M5Q9T1X4Z7B0D3F6H' as KbUlid
const THIRD = '01JV3K2H8M5Q9T1X4Z7B0D3F6J' as KbUlid

const ref = (kbId: KbUlid, alias = 'there'): KbRef => ({
  kbId,
  alias,
  path: '/kbs/there',
  lastScan: '20260725 09:14',
})

function link(src: KbUlid, from: DocUlid, to: DocUlid, fields: Partial<LinkRow> = {}): LinkRow {
  return {
    srcKbId: src,
    srcDocId: from,
    dstKbId: HERE,
    dstDocId: to,
    rel: 'cites',
    origin: 'reverse-scan',
    ...fields,
  }
}

describe('what other knowledge bases say', () => {
  it('is replaced as a whole, with the scan on record', () => {
    const store = newIndex().linkedKbs()
    expect(
      store.replace(ref(THERE), [link(THERE, docId(1), docId(2)), link(THERE, docId(3), docId(2))]),
    ).toBe(2)
    expect(store.replace({ ...ref(THERE), lastScan: '20260725 10:30' }, [])).toBe(0)
    expect(store.refs()).toEqual([{ ...ref(THERE), lastScan: '20260725 10:30' }])
    expect(store.keepOnly([])).toEqual([{ kbId: THERE, alias: 'there', rows: 0 }])
    expect(store.refs()).toEqual([])
  })

  it('counts a repeated link once', () => {
    const store = newIndex().linkedKbs()
    const one = link(THERE, docId(1), docId(2))
    expect(store.replace(ref(THERE), [one, one, { ...one, rel: 'Zitiert 😀' }])).toBe(2)
  })

  it('never takes the place of a link that an author here wrote, and is reclaimed by one', () => {
    const index = newIndex()
    const store = index.linkedKbs()
    const authored = link(HERE, docId(1), docId(2), { origin: 'sidecar' })
    index.putDocument({ ...write(1, ['one']), links: [authored] })
    expect(store.replace(ref(HERE), [{ ...authored, origin: 'reverse-scan' }])).toBe(0)
    expect(store.keepOnly([])).toEqual([{ kbId: HERE, alias: 'there', rows: 0 }])

    const later = link(HERE, docId(3), docId(2))
    expect(store.replace(ref(HERE), [later])).toBe(1)
    index.putDocument({ ...write(3, ['three']), links: [{ ...later, origin: 'sidecar' }] })
    expect(store.keepOnly([])).toEqual([{ kbId: HERE, alias: 'there', rows: 0 }])
  })

  it('stays when a document here of the same id is indexed anew: two KBs may have been one', () => {
    const index = newIndex()
    const store = index.linkedKbs()
    store.replace(ref(THERE), [link(THERE, docId(1), docId(2))])
    index.putDocument({
      ...write(1, ['one']),
      links: [link(HERE, docId(1), docId(2), { origin: 'sidecar' })],
    })
    index.putDocument({ ...write(1, ['one, edited']), links: [] })
    expect(store.keepOnly([THIRD])).toEqual([{ kbId: THERE, alias: 'there', rows: 1 }])
  })

  it('goes with the KBs that are no longer named, those without a record too', () => {
    const index = newIndex()
    const store = index.linkedKbs()
    store.replace(ref(THERE), [link(THERE, docId(1), docId(2))])
    store.replace(ref(THIRD, 'third'), [link(THERE, docId(9), docId(2)), link(THIRD, docId(1), docId(2))])
    expect(store.keepOnly([THIRD])).toEqual([{ kbId: THERE, alias: 'there', rows: 2 }])
    expect(store.keepOnly([THIRD])).toEqual([])
    expect(store.refs().map(({ kbId }) => kbId)).toEqual([THIRD])
  })

  it('is written whole or not at all', () => {
    const index = newIndex()
    const store = index.linkedKbs()
    store.replace(ref(THERE), [link(THERE, docId(1), docId(2))])
    const broken = link(THERE, docId(3), docId(2), { rel: null as never })
    expect(() => store.replace({ ...ref(THERE), lastScan: null }, [broken])).toThrow(
      expect.objectContaining({ name: 'IndexError' }),
    )
    expect(store.refs()).toEqual([ref(THERE)])
    expect(store.keepOnly([])).toEqual([{ kbId: THERE, alias: 'there', rows: 1 }])
  })
})

it('lacking documents are those without an active row', () => {
  const index = newIndex()
  index.putDocument(write(1, ['one']))
  index.putDocument(write(2, ['two']))
  index.softDelete([docId(2)])
  expect(index.linkedKbs().lacking([docId(3), docId(1), docId(2)])).toEqual([docId(3), docId(2)])
})
