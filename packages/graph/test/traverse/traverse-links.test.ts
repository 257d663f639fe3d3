import type { LinkRow } from '@pinakes/index'
import { type KbUlid, mintUlid } from '@pinakes/manifest'
import { describe, expect, it } from 'vitest'
import { type TraverseOptions, traverseLinks } from '../../src/index.js'
import { docId, indexedKb, KB } from '../support/indexed-kb.js'

const FORK = mintUlid<'kb'>()

/** Documents 1 to 4, whose vectors are the axes x, y, z and x; `links` by document. */
function kbWith(links: Readonly<Record<number, readonly (readonly [number, string, KbUlid?])[]>>) {
  const vector = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const
  const kb = indexedKb(
    (['x', 'y', 'z', 'x'] as const).map((axis, i) => ({
      path: `${i + 1}.md`,
      chunks: [{ vector: vector[axis] }],
    })),
  )
  for (const row of kb.writer.documents()) {
    const own = links[Number(row.id.slice(3))] ?? []
    kb.writer.updateDocument(
      row,
      own.map(
        ([to, rel, dstKbId = KB]): LinkRow => ({
          srcKbId: KB,
          srcDocId: row.id,
          dstKbId,
          dstDocId: docId(to),
          rel,
          origin: 'sidecar',
        }),
      ),
    )
  }
  const walk = (options: TraverseOptions = {}, query?: readonly number[]) =>
    traverseLinks(
      {
        reader: kb.reader,
        kbId: KB,
        docId: docId(1),
        ...(query === undefined ? {} : { query: Float32Array.from(query) }),
      },
      options,
    )
  const short = (...args: Parameters<typeof walk>) =>
    walk(...args).neighbours.map(
      (row) => `${row.terminal ? 'fork:' : ''}${Number(row.docId.slice(3))} ${row.rel} ${row.direction}`,
    )
  return { ...kb, walk, short }
}

describe('links of an index', () => {
  it('go out and in, and are both where one relation goes both ways', () => {
    const { short } = kbWith({
      1: [
        [2, 'cites'],
        [3, 'cites'],
      ],
      2: [
        [1, 'cites'],
        [1, 'answers'],
      ],
    })
    expect(short()).toEqual(['2 answers in', '2 cites both', '3 cites out'])
    expect(short({ direction: 'out' })).toEqual(['2 cites out', '3 cites out'])
    expect(short({ direction: 'in' })).toEqual(['2 answers in', '2 cites in'])
    expect(short({ rel: 'cites' })).toEqual(['2 cites both', '3 cites out'])
    expect(short({ rel: 'Cites' })).toEqual([])
  })

  it('keep the direction asked for at every hop', () => {
    const { short } = kbWith({ 1: [[2, 'r']], 2: [[3, 'r']], 4: [[2, 'r']] })
    expect(short({ depth: 3, direction: 'out' })).toEqual(['2 r out', '3 r out'])
    expect(short({ depth: 3 })).toEqual(['2 r out', '3 r out', '4 r in'])
  })

  it('weigh 2 each, and are ranked by the nearest chunk with a query', () => {
    const { walk, short } = kbWith({
      1: [
        [2, 'r'],
        [3, 'r'],
        [4, 'r'],
      ],
    })
    expect(walk().neighbours.every(({ score, scoredByQuery }) => score === 2 && !scoredByQuery)).toBe(true)
    expect(short({}, [0.6, 0, 0.8])).toEqual(['3 r out', '4 r out', '2 r out'])
    expect(walk({}, [0.6, 0, 0.8]).neighbours.map(({ score }) => score)).toEqual([0.8, 0.6, 0])
  })

  it('a forked KB has the same document ids: its documents never borrow a score, a title or a state', () => {
    const { walk, short, writer } = kbWith({
      1: [
        [2, 'r', FORK],
        [3, 'r', FORK],
        [3, 'r'],
      ],
    })
    expect(short({}, [0, 1, 0])).toEqual(['3 r out', 'fork:2 r out', 'fork:3 r out'])
    expect(walk({}, [0, 1, 0]).neighbours.at(-1)).toMatchObject({
      score: 2,
      scoredByQuery: false,
      title: null,
    })
    writer.softDelete([docId(3)])
    expect(short()).toEqual(['fork:2 r out', 'fork:3 r out'])
    expect(walk({ depth: 3 }).unresolved.map(({ kbId }) => kbId)).toEqual([KB])
  })

  it('to and from documents that are not active are unresolved; those of other KBs never are', () => {
    const { walk, writer } = kbWith({
      1: [
        [9, 'r'],
        [9, 'r', FORK],
        [2, 'r'],
      ],
      3: [[1, 's']],
    })
    writer.softDelete([docId(2), docId(3)])
    const reason = 'no active document with that id in this KB'
    expect(walk().unresolved).toEqual([
      { kbId: KB, docId: docId(2), rel: 'r', reason },
      { kbId: KB, docId: docId(9), rel: 'r', reason },
      { kbId: KB, docId: docId(3), rel: 's', reason },
    ])
    expect(walk().neighbours.map(({ kbId }) => kbId)).toEqual([FORK])
  })

  it('of a partner that point here are shown and not followed', () => {
    const { walk, writer } = kbWith({ 1: [] })
    writer.linkedKbs().replace({ kbId: FORK, alias: 'f', path: '/f', lastScan: null }, [
      {
        srcKbId: FORK,
        srcDocId: docId(4),
        dstKbId: KB,
        dstDocId: docId(1),
        rel: 'r',
        origin: 'reverse-scan',
      },
      {
        srcKbId: FORK,
        srcDocId: docId(4),
        dstKbId: KB,
        dstDocId: docId(2),
        rel: 'r',
        origin: 'reverse-scan',
      },
    ])
    const found = walk({ depth: 3 })
    expect(found.neighbours).toMatchObject([{ kbId: FORK, docId: docId(4), direction: 'in', terminal: true }])
    expect(found.frontier).toMatchObject([{ kbId: FORK, reason: 'terminal' }])
  })

  it('of a document to itself lead nowhere', () => {
    const { walk } = kbWith({ 1: [[1, 'r']] })
    expect(walk({ depth: 3 })).toMatchObject({ neighbours: [], frontier: [], unresolved: [], truncated: [] })
  })

  it('a relation of ten thousand characters is too dear for the tokens, and said so', () => {
    const { walk } = kbWith({
      1: [
        [2, 'x'.repeat(20_000)],
        [3, '🌊'],
      ],
    })
    expect(walk()).toMatchObject({
      neighbours: [{ rel: '🌊' }],
      truncated: ['tokens'],
      frontier: [{ reason: 'tokens' }, { reason: 'depth' }],
    })
  })
})
