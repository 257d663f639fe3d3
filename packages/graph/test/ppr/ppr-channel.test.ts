import { describe, expect, it } from 'vitest'
import { createPprChannel, EDGE_KINDS, keptKinds, type PprRequest } from '../../src/index.js'
import { type DocumentSpec, docId, type IndexedKb, indexedKb, KB, unit } from '../support/indexed-kb.js'

/** Away from the query, towards it, and neither. */
const FAR = [0, 1, 0] as const
const NEAR = [1, 0, 0] as const
const SIDE = [0.3, 0.9, 0] as const

/**
 * `a` links to `b`; `c` shares a tag with `a` and `d`; `e` is apart. `a` has two sections.
 */
const DOCUMENTS: readonly DocumentSpec[] = [
  {
    path: 'one/a.md',
    tags: ['harbour'],
    links: [[2, 'cites']],
    chunks: [
      { heading: 'Pump', vector: NEAR },
      { heading: 'Pump', vector: SIDE },
      { heading: 'Crew', vector: FAR },
      { heading: 'Boats', vector: FAR },
    ],
  },
  { path: 'two/b.md', chunks: [{ vector: FAR }] },
  { path: 'three/c.md', tags: ['harbour'], chunks: [{ vector: FAR }, { vector: FAR }] },
  { path: 'four/d.md', tags: ['harbour'], chunks: [{ vector: FAR }] },
  { path: 'five/e.md', chunks: [{ vector: FAR }] },
]

function ask(kb: IndexedKb, fields: Partial<PprRequest> = {}, kinds = [...EDGE_KINDS]) {
  const request = {
    reader: kb.reader,
    roots: kb.ids('one/a.md#0'),
    query: 'the one that leaks',
    queryVector: Float32Array.from(NEAR),
    filter: {},
    entities: [],
    limit: 50,
    ...fields,
  }
  return kb.reader.snapshot(() => createPprChannel({ kbId: KB, kinds }).expand(request))
}

describe('the list of the PPR channel', () => {
  it('ranks what a walk from the near chunks spends time at; a link leads further than a shared tag', () => {
    const kb = indexedKb(DOCUMENTS)
    const hits = ask(kb)
    expect(kb.names(hits)).toEqual([
      'one/a.md#1',
      'two/b.md#0',
      'four/d.md#0',
      'three/c.md#0',
      'three/c.md#1',
    ])
    expect(hits.map(({ rank, distance }) => [rank, distance])).toEqual([1, 2, 3, 4, 5].map((n) => [n, null]))
  })

  it('holds no root, and of its document only what more than the document joins with it', () => {
    const kb = indexedKb(DOCUMENTS)
    const all = kb.names(ask(kb))
    expect(all).toContain('one/a.md#1')
    expect(all).not.toContain('one/a.md#0')
    expect(all).not.toContain('one/a.md#2')
    expect(kb.names(ask(kb, { roots: kb.ids('one/a.md#2') }))).toEqual(
      expect.arrayContaining(['one/a.md#1', 'one/a.md#3']),
    )
  })

  it('holds a chunk under the heading of a root, and not without edges of that kind', () => {
    const spec: DocumentSpec = {
      path: 'a.md',
      chunks: [
        { heading: 'X', vector: NEAR },
        { vector: FAR },
        { heading: 'X', vector: FAR },
        { vector: FAR },
      ],
    }
    const kb = indexedKb([spec])
    const roots = kb.ids('a.md#0')
    expect(kb.names(ask(kb, { roots }))).toEqual(['a.md#1', 'a.md#2'])
    expect(kb.names(ask(kb, { roots }, keptKinds(['in-section'])))).toEqual(['a.md#1'])
    expect(kb.names(ask(kb, { roots }, keptKinds(['sibling', 'in-section'])))).toEqual([])
  })

  it('leaves out what the filters leave out, and is cut at the limit', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(kb.names(ask(kb, { filter: { pathPrefix: 't' } }))).toEqual([
      'two/b.md#0',
      'three/c.md#0',
      'three/c.md#1',
    ])
    expect(kb.names(ask(kb, { limit: 2 }))).toEqual(['one/a.md#1', 'two/b.md#0'])
    expect(ask(kb, { limit: 0 })).toEqual([])
  })

  it('is empty over an index without edges, and without kinds of edges to walk over', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(ask(kb, {}, [])).toEqual([])
    kb.writer.replaceGraph({ nodes: {}, edges: {} })
    expect(ask(kb)).toEqual([])
  })

  it('is empty where there is nowhere to begin', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(ask(kb, { queryVector: null })).toEqual([])
    expect(ask(kb, { queryVector: Float32Array.from([0, 0, 1]) })).toEqual([])
  })

  it('reaches nothing by links when they are left out', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(kb.names(ask(kb, {}, keptKinds(['authored'])))).not.toContain('two/b.md#0')
  })

  it('is the same after a rebuild, in whatever order documents were indexed', () => {
    const wanted = ask(indexedKb(DOCUMENTS))
    const turned = indexedKb(DOCUMENTS, [4, 2, 0, 3, 1].values())
    const kb = indexedKb(DOCUMENTS)
    expect(turned.names(ask(turned))).toEqual(kb.names(wanted))
  })

  it('follows the index: what is committed between two questions counts in the second', () => {
    const kb = indexedKb(DOCUMENTS)
    const channel = createPprChannel({ kbId: KB })
    const expand = () =>
      kb.reader.snapshot(() =>
        channel.expand({
          reader: kb.reader,
          roots: kb.ids('one/a.md#0'),
          query: 'x',
          queryVector: Float32Array.from(NEAR),
          filter: {},
          entities: [],
          limit: 50,
        }),
      )
    expect(kb.names(expand())).toContain('two/b.md#0')
    expect(expand()).toEqual(expand())
    kb.writer.softDelete([docId(2)])
    expect(kb.names(expand()).join()).not.toContain('chunk')
    expect(kb.names(expand())).not.toContain('two/b.md#0')
  })
})

describe('names in a question', () => {
  const first = (kb: IndexedKb, fields: Partial<PprRequest>) =>
    kb.names(ask(kb, { roots: [], queryVector: null, ...fields }))

  it('are seeds without any vector: a tag, whatever its case, as whole words', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(first(kb, { query: 'who keeps the HARBOUR?' })[0]).toMatch(/one|three|four/)
    expect(first(kb, { query: 'who keeps the harbours?' })).toEqual([])
  })

  it('are headings too, by their own title', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(first(kb, { query: 'pump' }).slice(0, 2).sort()).toEqual(['one/a.md#0', 'one/a.md#1'])
  })

  it('are entities of the caller, as a whole', () => {
    const kb = indexedKb(DOCUMENTS)
    expect(first(kb, { query: 'x', entities: [' Harbour '] })).not.toEqual([])
    expect(first(kb, { query: 'x', entities: ['the harbour'] })).toEqual([])
  })

  it('are near enough by their vectors from a cosine of one half on', () => {
    const kb = indexedKb(DOCUMENTS)
    const query = Float32Array.from([0, 0, 1])
    const labelled = (cosine: number) => {
      const vector = Float32Array.from(unit([Math.sqrt(1 - cosine * cosine), 0, cosine]))
      kb.writer.changeLabels({ labels: ['harbour'], dim: 3, vectors: vector }, [])
      return first(kb, { query: 'x', queryVector: query })
    }
    expect(labelled(0.49)).toEqual([])
    expect(labelled(0.51)).not.toEqual([])
  })
})
