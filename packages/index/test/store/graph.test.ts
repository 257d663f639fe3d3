import { describe, expect, it } from 'vitest'
import { type GraphRows, NODE_KINDS, STORED_EDGE_KINDS } from '../../src/index.js'
import { chunk, docId, row, vectors, write } from './documents.js'
import { newIndex, reader } from './fixture.js'
import { textVector } from './text-vector.js'

const A = docId(1)
const B = docId(2)

/** Two documents of three chunks and one; a hub of each kind. */
const ROWS: GraphRows = {
  nodes: {
    doc: [A, B],
    chunk: [`${A}:0`, `${A}:1`, `${A}:2`, `${B}:0`],
    heading: [`${A}:Top`],
    dir: ['docs'],
    tag: ['b "quoted"', 'a'],
  },
  edges: {
    membership: [0, 0, 0, 1, 0, 2, 1, 3],
    sibling: [0, 1, 1, 2],
    'parent-child': [0, 2],
    'in-section': [0, 0, 0, 1],
    'co-located': [0, 0, 0, 1],
    'shared-tag': [0, 0, 0, 1, 1, 1, 1, 0],
  },
}

function indexed() {
  const writer = newIndex()
  writer.putDocument(write(1, ['one', 'two', 'three']))
  writer.putDocument(write(2, ['four']))
  writer.replaceGraph(ROWS)
  return writer
}

describe('the stored graph', () => {
  it.each<[string, (writer: ReturnType<typeof newIndex>) => void]>([
    ['put', (writer) => writer.putDocument(write(3, ['five']))],
    ['described anew', (writer) => writer.updateDocument(row(1))],
    ['moved', (writer) => writer.moveDocuments([{ id: A, path: 'elsewhere/1.md' }])],
    ['deleted', (writer) => writer.softDelete([B])],
  ])('is old once a document was %s, until it is replaced', (_, change) => {
    const writer = indexed()
    expect(writer.graph().isCurrent()).toBe(true)
    change(writer)
    expect(writer.graph().isCurrent()).toBe(false)
    writer.replaceGraph(ROWS)
    expect(reader(writer.path).graph().isCurrent()).toBe(true)
  })

  it('is counted by kind, kinds without a row included', () => {
    const { nodes, edges } = indexed().graph().census()
    expect(nodes).toEqual({ chunk: 4, dir: 1, doc: 2, entity: 0, heading: 1, tag: 2 })
    expect(edges).toEqual({
      membership: 4,
      sibling: 2,
      'parent-child': 1,
      'in-section': 2,
      'co-located': 2,
      'shared-tag': 4,
      mentions: 0,
    })
  })

  it('takes the place of the one before as a whole', () => {
    const writer = indexed()
    writer.replaceGraph({ nodes: { doc: [B] }, edges: {} })
    expect(writer.graph().isEmpty()).toBe(true)
    expect(
      writer
        .graph()
        .nodes('doc')
        .map(({ key }) => key),
    ).toEqual([B])
    expect(writer.graph().nodes('tag')).toEqual([])
  })

  it('stays when the one that was to replace it is refused', () => {
    const writer = indexed()
    const twice: GraphRows = { nodes: { doc: [A], chunk: [`${A}:0`] }, edges: { membership: [0, 0, 0, 0] } }
    expect(() => writer.replaceGraph(twice)).toThrow(expect.objectContaining({ code: 'INDEX_CONSTRAINT' }))
    expect(writer.graph().census().edges.membership).toBe(4)
    expect(writer.graph().hubsOf(writer.graph().node('doc', A)?.id ?? 0, 'shared-tag')).toHaveLength(2)
  })

  it('knows the hubs of a node and the members of a hub', () => {
    const graph = indexed().graph()
    const tags = graph.hubsOf(graph.node('doc', B)?.id ?? 0, 'shared-tag')
    expect(tags).toMatchObject([
      { kind: 'tag', key: 'a', degree: 2 },
      { kind: 'tag', key: 'b "quoted"', degree: 2 },
    ])
    expect(graph.membersOf(tags[0]?.id ?? 0, 'shared-tag').map(({ key }) => key)).toEqual([A, B])
    expect(graph.node('doc', docId(9))).toBeNull()
  })

  it('ranks hubs by members, then kind and key', () => {
    const graph = indexed().graph()
    expect(graph.countHubs()).toBe(4)
    expect(graph.hubs(3).map(({ kind, key, degree }) => [kind, key, degree])).toEqual([
      ['dir', 'docs', 2],
      ['heading', `${A}:Top`, 2],
      ['tag', 'a', 2],
    ])
  })

  it('gives the edges within a document by ordinals', () => {
    const graph = indexed().graph()
    expect(graph.structure(A)).toEqual({
      docId: A,
      members: [0, 1, 2],
      siblings: [0, 1, 1, 2],
      parentChild: [0, 2],
      sections: [[0, 1]],
    })
    expect(graph.structure(B)).toEqual({
      docId: B,
      members: [0],
      siblings: [],
      parentChild: [],
      sections: [],
    })
    expect(graph.structure(docId(9))).toBeNull()
  })

  it('gives all of it at once, nodes by kind and key', () => {
    const { kinds, keys, chunkIds, sources, destinations, edgeKinds } = indexed().graph().arrays()
    expect(keys).toEqual([
      `${A}:0`,
      `${A}:1`,
      `${A}:2`,
      `${B}:0`,
      'docs',
      A,
      B,
      `${A}:Top`,
      'a',
      'b "quoted"',
    ])
    expect([...kinds].map((kind) => NODE_KINDS[kind])).toEqual([
      ...Array(4).fill('chunk'),
      'dir',
      'doc',
      'doc',
      'heading',
      'tag',
      'tag',
    ])
    expect([...chunkIds]).toEqual([1, 2, 3, 4, 0, 0, 0, 0, 0, 0])
    const edges = [...sources].map((from, i) => [
      STORED_EDGE_KINDS[edgeKinds[i] ?? 0],
      keys[from],
      keys[destinations[i] ?? 0],
    ])
    expect(edges).toContainEqual(['parent-child', `${A}:0`, `${A}:2`])
    expect(edges).toContainEqual(['shared-tag', 'b "quoted"', A])
    expect(edges).toHaveLength(15)
  })

  it('is written in more rows than one statement takes, and read by another connection', () => {
    const writer = newIndex()
    const chunks = Array.from({ length: 701 }, (_, i) => chunk(i, `chunk ${i}`))
    writer.putDocument({
      document: row(1),
      chunks,
      vectors: vectors(...chunks.map(({ text }) => textVector(text))),
      links: [],
    })
    writer.replaceGraph({
      nodes: { doc: [A], chunk: chunks.map(({ ordinal }) => `${A}:${ordinal}`) },
      edges: { membership: chunks.flatMap(({ ordinal }) => [0, ordinal]) },
    })
    const other = reader(writer.path).graph()
    expect(other.structure(A)?.members).toEqual(chunks.map(({ ordinal }) => ordinal))
    expect(other.census().nodes.chunk).toBe(701)
  })
})

describe('authored edges', () => {
  const KB = '01JKB00000000000000000000A'
  const link = (from: string, to: string, rel: string, kb = KB) => ({
    srcKbId: KB as never,
    srcDocId: from as never,
    dstKbId: kb as never,
    dstDocId: to as never,
    rel,
    origin: 'sidecar' as const,
  })

  it('join active documents of the own knowledge base', () => {
    const writer = newIndex()
    writer.putDocument({
      ...write(1, ['one']),
      links: [
        link(A, B, 'cites'),
        link(A, docId(3), 'cites'),
        link(A, B, 'cites', '01JKB00000000000000000000B'),
      ],
    })
    writer.putDocument({ ...write(2, ['two']), links: [link(B, A, 'answers')] })
    writer.putDocument({ ...write(3, ['three']), links: [] })
    writer.softDelete([docId(3)])
    expect(writer.graph().authored(KB)).toEqual([
      { srcDocId: A, dstDocId: B, rel: 'cites' },
      { srcDocId: B, dstDocId: A, rel: 'answers' },
    ])
  })
})

it('outlines give the active documents by id, with the headings of their chunks', () => {
  const writer = newIndex()
  writer.putDocument({
    ...write(2, ['x', 'y'], { metadata: '{"tags":["a"]}' }),
    chunks: [chunk(0, 'x'), chunk(1, 'y', { headingPath: 'Top' })],
  })
  writer.putDocument(write(1, []))
  writer.putDocument(write(3, ['gone']))
  writer.softDelete([docId(3)])
  expect(writer.outlines()).toEqual([
    { id: A, path: 'docs/1.md', metadata: '{}', headingPaths: [] },
    { id: B, path: 'docs/2.md', metadata: '{"tags":["a"]}', headingPaths: [null, 'Top'] },
  ])
})

it('heading counts are by source type, of active documents', () => {
  const writer = newIndex()
  writer.putDocument({
    ...write(1, ['x', 'y']),
    chunks: [chunk(0, 'x'), chunk(1, 'y', { headingPath: 'Top' })],
  })
  writer.putDocument(write(2, ['z'], { sourceType: 'text' }))
  writer.putDocument(write(3, ['gone']))
  writer.softDelete([docId(3)])
  expect(reader(writer.path).headingCounts()).toEqual([
    { sourceType: 'markdown', chunks: 2, headed: 1 },
    { sourceType: 'text', chunks: 1, headed: 0 },
  ])
})
