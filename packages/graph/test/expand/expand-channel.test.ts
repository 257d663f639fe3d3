import { openIndexReader } from '@pinakes/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createExpandChannel,
  EDGE_KINDS,
  type EdgeKind,
  type ExpandOptions,
  type ExpandRequest,
} from '../../src/index.js'
import { type ChunkSpec, type DocumentSpec, type IndexedKb, indexedKb, KB } from '../support/indexed-kb.js'
import { literalExpansion } from './literal-expansion.js'

const QUERY = Float32Array.of(1, 0, 0)

/** A chunk whose cosine with {@link QUERY} is about `near`. */
function chunk(near: number, heading?: string): ChunkSpec {
  const vector = [near, Math.sqrt(1 - near * near), 0] as const
  return heading === undefined ? { vector } : { vector, heading }
}

interface Walk extends Partial<Omit<ExpandRequest, 'roots'>>, Partial<ExpandOptions> {
  readonly roots: readonly string[]
}

/** What is found, as `path#ordinal@distance`. */
function walk(kb: IndexedKb, { roots, kinds, linkDistance, inDegreeSalience, ...request }: Walk): string[] {
  const channel = createExpandChannel({
    kbId: KB,
    kinds: kinds ?? EDGE_KINDS,
    linkDistance: linkDistance ?? true,
    inDegreeSalience: inDegreeSalience ?? false,
  })
  const hits = channel.expand({
    reader: kb.reader,
    roots: kb.ids(...roots),
    queryVector: QUERY,
    filter: {},
    limit: 50,
    adjacentK: 8,
    ...request,
  })
  expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, i) => i + 1))
  return kb.names(hits).map((name, i) => `${name}@${hits[i]?.distance}`)
}

describe('from a chunk', () => {
  it('comes to its siblings, and in a second hop to theirs', () => {
    const kb = indexedKb([{ path: 'a.md', chunks: [0.1, 0.2, 0.3, 0.4].map((near) => chunk(near)) }])
    expect(walk(kb, { roots: ['a.md#0'] })).toEqual(['a.md#2@2', 'a.md#1@1'])
  })

  it('comes to chunks of the sections above and below, and of its own', () => {
    const chunks = [chunk(0.1, 'A'), chunk(0.1), chunk(0.2, 'A > B'), chunk(0.1), chunk(0.3, 'A > B')]
    const kb = indexedKb([{ path: 'a.md', chunks }])
    const kinds: EdgeKind[] = ['parent-child']
    expect(walk(kb, { roots: ['a.md#0'], kinds })).toEqual(['a.md#4@1', 'a.md#2@1'])
    expect(walk(kb, { roots: ['a.md#2'], kinds })).toEqual(['a.md#4@2', 'a.md#0@1'])
    expect(walk(kb, { roots: ['a.md#2'], kinds: ['in-section'] })).toEqual(['a.md#4@1'])
  })

  it('never comes to chunks of its document that are joined to it by the document alone', () => {
    const kb = indexedKb([{ path: 'a.md', chunks: [chunk(0.1), chunk(0.2), chunk(0.3), chunk(0.9)] }])
    expect(walk(kb, { roots: ['a.md#0'] })).not.toContain('a.md#3@1')
    expect(walk(kb, { roots: ['a.md#0'], kinds: ['membership'] })).toEqual([])
  })
})

describe('from a document', () => {
  const linked: readonly DocumentSpec[] = [
    { path: 'x/a.md', links: [[2, 'cites']], chunks: [chunk(0.5)] },
    { path: 'y/b.md', chunks: [chunk(0.4), chunk(0.6)] },
    { path: 'z/c.md', links: [[2, 'cites']], chunks: [chunk(0.7)] },
  ]

  it('comes to documents that are linked with it either way, two links far', () => {
    const kb = indexedKb(linked)
    expect(walk(kb, { roots: ['x/a.md#0'] })).toEqual(['z/c.md#0@2', 'y/b.md#1@1', 'y/b.md#0@1'])
  })

  it('comes to nothing without membership, or without the kind of edge', () => {
    const kb = indexedKb(linked)
    const without = (kind: EdgeKind) => EDGE_KINDS.filter((other) => other !== kind)
    expect(walk(kb, { roots: ['x/a.md#0'], kinds: without('membership') })).toEqual([])
    expect(walk(kb, { roots: ['x/a.md#0'], kinds: without('authored') })).toEqual([])
  })

  it('comes to documents of its directory and its tags, linked ones first when the width is one', () => {
    const kb = indexedKb([
      { path: 'x/a.md', tags: ['t'], links: [[4, 'cites']], chunks: [chunk(0.1)] },
      { path: 'x/b.md', chunks: [chunk(0.9)] },
      { path: 'y/c.md', tags: ['t'], chunks: [chunk(0.8)] },
      { path: 'z/d.md', chunks: [chunk(0.1)] },
    ])
    const roots = ['x/a.md#0']
    expect(walk(kb, { roots })).toEqual(['x/b.md#0@1', 'y/c.md#0@1', 'z/d.md#0@1'])
    expect(walk(kb, { roots, adjacentK: 1 })).toEqual(['z/d.md#0@1'])
    expect(walk(kb, { roots, kinds: ['membership', 'shared-tag'] })).toEqual(['y/c.md#0@1'])
    expect(walk(kb, { roots, kinds: ['membership', 'co-located'] })).toEqual(['x/b.md#0@1'])
  })

  it('prefers the smaller hub', () => {
    const documents = ['b', 'c', 'd'].map((name) => ({ path: `x/${name}.md`, chunks: [chunk(0.9)] }))
    const kb = indexedKb([
      { path: 'x/a.md', tags: ['t'], chunks: [chunk(0.1)] },
      ...documents,
      { path: 'y/e.md', tags: ['t'], chunks: [chunk(0.1)] },
    ])
    expect(walk(kb, { roots: ['x/a.md#0'], adjacentK: 1 })).toEqual(['y/e.md#0@1'])
  })
})

describe('ranking', () => {
  const equal: readonly DocumentSpec[] = [
    { path: 'b.md', chunks: [chunk(0.5), chunk(0.5), chunk(0.5)] },
    { path: 'c.md', links: [[1, 'cites']], chunks: [chunk(0.5)] },
  ]
  const roots = ['b.md#0']
  const kinds: EdgeKind[] = ['membership', 'sibling', 'authored']

  it('by cosine, then hops, then weight, then place', () => {
    const kb = indexedKb(equal)
    expect(walk(kb, { roots, kinds })).toEqual(['c.md#0@1', 'b.md#1@1', 'b.md#2@2'])
  })

  it('without the hops, weight breaks ties', () => {
    const kb = indexedKb([
      { path: 'a.md', links: [[2, 'cites']], chunks: [chunk(0.5), chunk(0.5)] },
      { path: 'b.md', links: [[3, 'cites']], chunks: [chunk(0.5)] },
      { path: 'c.md', chunks: [chunk(0.5)] },
    ])
    const from = { roots: ['a.md#0'], kinds }
    expect(walk(kb, from)).toEqual(['b.md#0@1', 'a.md#1@1', 'c.md#0@2'])
    expect(walk(kb, { ...from, linkDistance: false })).toEqual(['b.md#0@1', 'c.md#0@2', 'a.md#1@1'])
  })

  it('with salience, by the links that point at the document too', () => {
    const kb = indexedKb([
      { path: 'a.md', chunks: [chunk(0.5)] },
      { path: 'b.md', chunks: [chunk(0.5)] },
      { path: 'c.md', links: [[4, 'x']], chunks: [chunk(0.1)] },
      { path: 'd.md', chunks: [chunk(0.4)] },
    ])
    const from = { roots: ['a.md#0'], kinds: ['membership', 'co-located'] as EdgeKind[] }
    expect(walk(kb, from)).toEqual(['b.md#0@1', 'd.md#0@1', 'c.md#0@1'])
    expect(walk(kb, { ...from, inDegreeSalience: true })).toEqual(['d.md#0@1', 'b.md#0@1', 'c.md#0@1'])
  })

  it('cuts at the limit, and a query of no known word ranks by hops and weight', () => {
    const kb = indexedKb(equal)
    expect(walk(kb, { roots, kinds, limit: 1 })).toEqual(['c.md#0@1'])
    expect(walk(kb, { roots, kinds, limit: 0 })).toEqual([])
    expect(walk(kb, { roots, kinds, queryVector: null })).toEqual(['c.md#0@1', 'b.md#1@1', 'b.md#2@2'])
  })
})

describe('bounds', () => {
  it('filters hold for what is found, and for the way there', () => {
    const kb = indexedKb([
      { path: 'in/a.md', links: [[2, 'x']], chunks: [chunk(0.1)] },
      { path: 'out/b.md', links: [[3, 'x']], chunks: [chunk(0.9)] },
      { path: 'in/sub/c.md', chunks: [chunk(0.9)] },
    ])
    expect(walk(kb, { roots: ['in/a.md#0'] })).toEqual(['out/b.md#0@1', 'in/sub/c.md#0@2'])
    expect(walk(kb, { roots: ['in/a.md#0'], filter: { pathPrefix: 'in/' } })).toEqual([])
  })

  it('finds nothing without roots, or in an index without edges', () => {
    const kb = indexedKb([
      { path: 'a.md', links: [[2, 'x']], chunks: [chunk(1)] },
      { path: 'b.md', chunks: [chunk(1)] },
    ])
    expect(walk(kb, { roots: [] })).toEqual([])
    expect(walk(kb, { roots: ['a.md#0'] })).not.toEqual([])
    kb.writer.replaceGraph({ nodes: {}, edges: {} })
    expect(walk(kb, { roots: ['a.md#0'] })).toEqual([])
  })

  it('sees a graph that was derived anew', () => {
    const kb = indexedKb([{ path: 'a.md', chunks: [chunk(0.1), chunk(0.2)] }])
    const channel = createExpandChannel({ kbId: KB })
    const request = {
      reader: kb.reader,
      roots: kb.ids('a.md#0'),
      queryVector: QUERY,
      filter: {},
      limit: 5,
      adjacentK: 8,
    }
    expect(channel.expand(request)).toHaveLength(1)
    kb.writer.replaceGraph({ nodes: {}, edges: {} })
    expect(channel.expand(request)).toEqual([])
  })

  it('refuses to read links without the id of their knowledge base', () => {
    expect(() => createExpandChannel({ kbId: '' })).toThrow(
      expect.objectContaining({ code: 'GRAPH_KB_ID_MISSING' }),
    )
  })
})

/** Few values, so that many cosines are equal, some are 0 and some less. */
const CHUNK = fc.record({
  near: fc.constantFrom(-0.5, 0, 0.2, 0.5, 0.5001, 0.9),
  heading: fc.constantFrom(undefined, 'A', 'A > B', 'A > B > C', 'D'),
})
const DOCUMENT = fc.record({
  folder: fc.constantFrom('', 'x/', 'x/y/'),
  tags: fc.uniqueArray(fc.constantFrom('s', 't', 'u'), { maxLength: 2 }),
  links: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
  chunks: fc.array(CHUNK, { minLength: 0, maxLength: 7 }),
})

function specs(
  documents: readonly (typeof DOCUMENT extends fc.Arbitrary<infer T> ? T : never)[],
): DocumentSpec[] {
  return documents.map(({ folder, tags, links, chunks }, i) => ({
    path: `${folder}${'hgfedcba'[i]}.md`,
    tags,
    links: links.filter((to) => to <= documents.length).map((to) => [to, 'x'] as const),
    chunks: chunks.map(({ near, heading }) => chunk(near, heading)),
  }))
}

it('does what the rules say, with every edge looked at, in every tier of vectors', () => {
  const cases = fc.record({
    documents: fc.array(DOCUMENT, { minLength: 1, maxLength: 8 }),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    kinds: fc.option(fc.subarray([...EDGE_KINDS], { minLength: 4 }), { nil: [...EDGE_KINDS] }),
    adjacentK: fc.integer({ min: 0, max: 4 }),
    limit: fc.constantFrom(2, 5, 50),
    linkDistance: fc.boolean(),
    inDegreeSalience: fc.boolean(),
    pathPrefix: fc.constantFrom(undefined, undefined, 'x/'),
  })
  fc.assert(
    fc.property(cases, ({ documents, picks, kinds, pathPrefix, ...rest }) => {
      const spec = specs(documents)
      const kb = indexedKb(spec)
      const { chunkIds } = kb.reader.chunkCosines(null)
      const all = kb.names([...chunkIds].map((chunkId) => ({ chunkId })))
      if (all.length === 0) return
      const roots = picks.map((pick) => all[pick % all.length] as string)
      const exact = kb.reader.cosineBounds(QUERY).cosines
      const expected = literalExpansion({
        ...rest,
        reader: kb.reader,
        kbId: KB,
        kinds: new Set(kinds),
        roots,
        cosine: (name) => exact[all.indexOf(name)] ?? Number.NaN,
        isAllowed: (path) => path.startsWith(pathPrefix ?? ''),
      })
      const filter = pathPrefix === undefined ? {} : { pathPrefix }
      expect(walk(kb, { ...rest, roots, kinds, filter })).toEqual(expected)
      const coded = openIndexReader(kb.path, { vectorTier: 'int8' })
      try {
        expect(walk({ ...kb, reader: coded }, { ...rest, roots, kinds, filter })).toEqual(expected)
      } finally {
        coded.close()
      }
    }),
    { numRuns: 60 },
  )
})
