import { type KbUlid, mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import type { IndexWriter, LinkRow } from '../../src/contracts.js'
import { docId, row, vectors, write } from './documents.js'
import { newIndex, reader } from './fixture.js'
import { DIM } from './text-vector.js'

const HERE = '01K00000000000000000000000' as KbUlid
const OTHER = mintUlid<'kb'>()

function link(from: number, to: number, fields: Partial<LinkRow> = {}): LinkRow {
  const ids = { srcKbId: HERE, srcDocId: docId(from), dstKbId: HERE, dstDocId: docId(to) }
  return { ...ids, rel: 'cites', origin: 'sidecar', ...fields }
}

function put(index: IndexWriter, n: number, ...links: LinkRow[]): void {
  index.putDocument({ ...write(n, [`text ${n}`]), links })
}

describe('linked documents', () => {
  it('are read in one direction, sorted, with what this KB knows of the other end', () => {
    const index = newIndex()
    put(index, 1, link(1, 2), link(1, 3, { rel: 'a' }), link(1, 9), link(1, 2, { dstKbId: OTHER }))
    put(index, 2, link(2, 1))
    index.putDocument({ ...write(3, [], { title: null }), links: [] })
    const view = reader(index.path)
    const other = { kbId: OTHER, docId: docId(2), rel: 'cites', document: null }
    const here = [
      { kbId: HERE, docId: docId(2), rel: 'cites', document: { path: 'docs/2.md', title: 'Title 2' } },
      { kbId: HERE, docId: docId(3), rel: 'a', document: { path: 'docs/3.md', title: null } },
      { kbId: HERE, docId: docId(9), rel: 'cites', document: null },
    ]
    const out = view.linkedDocuments({ kbId: HERE, docId: docId(1), direction: 'out' })
    expect(out).toEqual(OTHER < HERE ? [other, ...here] : [...here, other])
    expect(view.linkedDocuments({ kbId: HERE, docId: docId(1), direction: 'in' })).toEqual([
      { kbId: HERE, docId: docId(2), rel: 'cites', document: { path: 'docs/2.md', title: 'Title 2' } },
    ])
    expect(view.linkedDocuments({ kbId: HERE, docId: docId(1), direction: 'out', rel: 'a' })).toHaveLength(1)
    expect(view.linkedDocuments({ kbId: HERE, docId: docId(1), direction: 'out', rel: 'A' })).toEqual([])
    expect(view.linkedDocuments({ kbId: OTHER, docId: docId(1), direction: 'out' })).toEqual([])
  })

  it('of a scanned partner point here and are not this KB’s own of the same id', () => {
    const index = newIndex()
    put(index, 1)
    put(index, 2)
    index
      .linkedKbs()
      .replace({ kbId: OTHER, alias: 'p', path: '/p', lastScan: null }, [
        link(1, 2, { srcKbId: OTHER, origin: 'reverse-scan' }),
      ])
    const view = reader(index.path)
    expect(view.linkedDocuments({ kbId: HERE, docId: docId(2), direction: 'in' })).toEqual([
      { kbId: OTHER, docId: docId(1), rel: 'cites', document: null },
    ])
    expect(view.linkedDocuments({ kbId: HERE, docId: docId(1), direction: 'out' })).toEqual([])
  })

  it('that were deleted are known to be gone, and come back with their rows', () => {
    const index = newIndex()
    put(index, 1, link(1, 2))
    put(index, 2, link(2, 1))
    index.softDelete([docId(2)])
    const view = reader(index.path)
    const of = (direction: 'in' | 'out') => view.linkedDocuments({ kbId: HERE, docId: docId(1), direction })
    expect(of('out').map(({ document }) => document)).toEqual([null])
    expect(of('in').map(({ document }) => document)).toEqual([null])
    index.updateDocument(row(2))
    expect(of('in').map(({ document }) => document?.path)).toEqual(['docs/2.md'])
  })
})

describe('all links', () => {
  it('are every row, by source, target and relation, those of deleted documents and of other KBs too', () => {
    const index = newIndex()
    put(index, 2, link(2, 1, { rel: 'b' }), link(2, 1, { rel: 'a' }))
    put(index, 1, link(1, 9))
    const away = link(3, 1, { srcKbId: '01K00000000000000000000001' as KbUlid, origin: 'reverse-scan' })
    index.linkedKbs().replace({ kbId: away.srcKbId, alias: 'p', path: '/p', lastScan: null }, [away])
    index.softDelete([docId(2)])
    const expected = [link(1, 9), link(2, 1, { rel: 'a' }), link(2, 1, { rel: 'b' }), away]
    expect(reader(index.path).graph().links()).toEqual(expected)
  })
})

describe('how near documents come to a query', () => {
  const unit = (at: number, sign = 1) => Array.from({ length: DIM }, (_, i) => (i === at ? sign : 0))
  const query = Float32Array.from([3, 0, 0, 0])

  function indexed() {
    const index = newIndex()
    const texts = ['x', 'y']
    index.putDocument({ ...write(1, texts), vectors: vectors(unit(1), unit(0)) })
    index.putDocument({ ...write(2, texts), vectors: vectors(unit(0, -1), unit(0, -1)) })
    index.putDocument(write(3, []))
    index.putDocument(write(4, texts))
    index.softDelete([docId(4)])
    return reader(index.path)
  }

  it('is the cosine of the nearest chunk; what has no chunks is not compared', () => {
    const found = indexed().documentCosines(query, [1, 2, 3, 4, 5].map(docId))
    expect([...found]).toEqual([
      [docId(1), 1],
      [docId(2), -1],
    ])
  })

  it('is that of a search, for more chunks than are read at once', () => {
    const index = newIndex()
    const texts = Array.from({ length: 700 }, (_, i) => `chunk ${i}`)
    for (const n of [1, 2])
      index.putDocument(
        write(
          n,
          texts.map((text) => `${n} ${text}`),
        ),
      )
    const view = reader(index.path)
    const best = new Map<string, number>()
    for (const { chunkId, cosine } of view.vectorSearch(query, {}, 5000)) {
      const id = view.chunks([chunkId])[0]?.document.id ?? ''
      if (!best.has(id)) best.set(id, cosine)
    }
    expect(new Map(view.documentCosines(query, [docId(1), docId(2)]))).toEqual(best)
  })

  it('is nothing for the zero vector, and refused for one of another width', () => {
    const view = indexed()
    expect(view.documentCosines(new Float32Array(DIM), [docId(1)]).size).toBe(0)
    const wrong = () => view.documentCosines(new Float32Array(DIM + 1), [docId(1)])
    expect(wrong).toThrow(expect.objectContaining({ code: 'VECTOR_WIDTH' }))
  })
})

it('links are counted by where they lead; those of deleted documents lead from nowhere', () => {
  const index = newIndex()
  put(index, 1, link(1, 2), link(1, 2, { rel: 'a' }), link(1, 2, { dstKbId: OTHER }))
  put(index, 2, link(2, 1))
  put(index, 3, link(3, 1))
  index.softDelete([docId(3)])
  index
    .linkedKbs()
    .replace({ kbId: OTHER, alias: 'p', path: '/p', lastScan: null }, [
      link(1, 2, { srcKbId: OTHER, origin: 'reverse-scan' }),
    ])
  expect(reader(index.path).linkCounts(HERE)).toEqual({ sources: 2, within: 3, out: 1, in: 1 })
})
