import type { GraphRows, SameAs } from '@pinakes/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entityKey, mentionsOf, nearDuplicates, withMentions } from '../../src/index.js'

describe('the key of an entity', () => {
  it.each([
    ['  The  Marigold ', 'the marigold'],
    ['Ｈｅｌｇａ', 'helga'],
    ['ÅSE\u00a0Holm', 'åse holm'],
    ['D-17', 'd-17'],
  ])('%j is %j', (surface, key) => expect(entityKey(surface)).toBe(key))

  it.each(['x', ' y ', '1911', '２０', '', '𝟙'])('%j has none', (surface) =>
    expect(entityKey(surface)).toBeNull(),
  )
})

const ROWS: GraphRows = {
  nodes: { doc: ['d'], chunk: ['d:0', 'd:1', 'd:2'] },
  edges: { membership: [0, 0, 0, 1, 0, 2] },
}

describe('mentions', () => {
  it('join chunks by the entities that two of them hold, with how often', () => {
    const mentions = mentionsOf(ROWS, [
      { docId: 'd', ordinal: 0, entities: ['zebra', 'ant', 'ant', 'once'] },
      { docId: 'd', ordinal: 1, entities: [] },
      { docId: 'd', ordinal: 2, entities: ['ant', 'zebra', 'zebra', 'zebra'] },
    ])
    expect(mentions.entities).toEqual(['ant', 'zebra'])
    expect(mentions.pairs).toEqual([1, 0, 0, 0, 0, 2, 1, 2])
    expect(mentions.counts).toEqual([1, 2, 1, 3])
    expect(withMentions(ROWS, mentions, [])).toMatchObject({
      nodes: { chunk: ROWS.nodes.chunk, entity: ['ant', 'zebra'] },
      edges: { membership: ROWS.edges.membership, mentions: mentions.pairs },
      mentionCounts: [1, 2, 1, 3],
    })
  })

  it('of one chunk, however many, and of chunks that are not in the graph, join nothing', () => {
    const found = [
      { docId: 'd', ordinal: 0, entities: ['a', 'a', 'a'] },
      { docId: 'gone', ordinal: 0, entities: ['a'] },
    ]
    expect(mentionsOf(ROWS, found)).toEqual({ entities: [], pairs: [], counts: [] })
  })
})

describe('near-duplicates', () => {
  const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const vectorsAt = (...degrees: number[]) => ({
    labels: degrees.map(String),
    dim: 2,
    vectors: Float32Array.from(degrees.flatMap(at)),
  })

  /** Every pair near enough, best first: by the same arithmetic, two rows at a time. */
  const pairsOf = ({ labels, dim, vectors }: ReturnType<typeof vectorsAt>): SameAs[] => {
    const row = (i: number) => vectors.subarray(i * dim, (i + 1) * dim)
    const two = (a: number, b: number) => ({
      labels: ['a', 'b'],
      dim,
      vectors: Float32Array.from([...row(a), ...row(b)]),
    })
    const all = labels.flatMap((_, a) =>
      labels.slice(a + 1).flatMap((__, i) => {
        const b = a + 1 + i
        return nearDuplicates(two(a, b)).map(({ cosine }) => ({ a, b, cosine }))
      }),
    )
    return all.sort((one, other) => other.cosine - one.cosine || one.a - other.a || one.b - other.b)
  }

  it('are pairs of a cosine of 0.8 or more, best first, each once', () => {
    // 0 and 10 degrees, 10 and 40; 0 and 40 are too far apart (cos 40° = 0.77).
    const pairs = nearDuplicates(vectorsAt(0, 10, 40, 180))
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(pairs[0]?.cosine).toBeCloseTo(Math.cos(Math.PI / 18), 6)
  })

  it('are five of one entity at most', () => {
    const pairs = nearDuplicates(vectorsAt(...Array.from({ length: 9 }, (_, i) => i)))
    const counts = Array.from({ length: 9 }, (_, i) => pairs.filter(({ a, b }) => a === i || b === i).length)
    expect(Math.max(...counts)).toBe(5)
  })

  it('are the same however few pairs are kept at a time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 14 }),
        fc.integer({ min: 1, max: 20 }),
        (degrees, mostKept) => {
          const vectors = vectorsAt(...degrees)
          const taken = degrees.map(() => 0)
          const wanted = pairsOf(vectors).filter(({ a, b }) => {
            if (taken[a] === 5 || taken[b] === 5) return false
            for (const row of [a, b]) taken[row] = (taken[row] ?? 0) + 1
            return true
          })
          expect(nearDuplicates(vectors, mostKept)).toEqual(wanted)
        },
      ),
    )
  })

  it('of nothing are none', () => {
    expect(nearDuplicates({ labels: [], dim: 2, vectors: new Float32Array(0) })).toEqual([])
  })
})
