import { type DocumentOutline, EDGE_ENDS, type StoredEdgeKind } from '@pinakes/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveGraph } from '../../src/index.js'

type Outline = Omit<DocumentOutline, 'id'> & { readonly id: string }

function outline(id: string, fields: Partial<Outline> = {}): Outline {
  return { id, path: `docs/${id}.md`, metadata: '{}', headingPaths: [], ...fields }
}

/** Edges as `kind source -> destination`, by name. */
function edgesOf(outlines: readonly Outline[]): string[] {
  const { nodes, edges } = deriveGraph(outlines as unknown as DocumentOutline[])
  return Object.entries(edges).flatMap(([kind, pairs]) => {
    const [from, to] = EDGE_ENDS[kind as StoredEdgeKind]
    const rows: string[] = []
    for (let i = 0; i < pairs.length; i += 2) {
      rows.push(`${kind} ${nodes[from]?.[pairs[i] ?? -1]} -> ${nodes[to]?.[pairs[i + 1] ?? -1]}`)
    }
    return rows
  })
}

const of = (kind: StoredEdgeKind, outlines: readonly Outline[]) =>
  edgesOf(outlines)
    .filter((edge) => edge.startsWith(`${kind} `))
    .map((edge) => edge.slice(kind.length + 1))

describe('edges within a document', () => {
  const document = outline('D', { headingPaths: [null, 'A', 'A', 'A > B', 'A > B > C', 'AB', 'A > BC'] })

  it('membership: of every chunk', () => {
    expect(of('membership', [document])).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => `D -> D:${i}`))
  })

  it('sibling: the next chunk, and no farther one', () => {
    expect(of('sibling', [document])).toEqual([0, 1, 2, 3, 4, 5].map((i) => `D:${i} -> D:${i + 1}`))
  })

  it('parent-child: every level above, by whole titles', () => {
    expect(of('parent-child', [document])).toEqual([
      'D:1 -> D:3',
      'D:1 -> D:4',
      'D:1 -> D:6',
      'D:2 -> D:3',
      'D:2 -> D:4',
      'D:2 -> D:6',
      'D:3 -> D:4',
    ])
  })

  it('parent-child: across a level that has no chunk of its own', () => {
    expect(of('parent-child', [outline('D', { headingPaths: ['A', 'A > B > C'] })])).toEqual(['D:0 -> D:1'])
  })

  it('parent-child: a child may stand before its parent', () => {
    expect(of('parent-child', [outline('D', { headingPaths: ['A > B', 'A'] })])).toEqual(['D:1 -> D:0'])
  })

  it('in-section: chunks that share a path, per document', () => {
    const other = outline('E', { headingPaths: ['A > B'] })
    expect(of('in-section', [document, other])).toEqual(['D:A -> D:1', 'D:A -> D:2'])
  })
})

describe('hubs between documents', () => {
  it('co-located: documents right in one directory, `.` at the root', () => {
    const documents = [
      outline('A', { path: 'x/a.md' }),
      outline('B', { path: 'x/b.md' }),
      outline('C', { path: 'x/y/c.md' }),
      outline('D', { path: 'd.md' }),
      outline('E', { path: 'e.md' }),
    ]
    expect(of('co-located', documents)).toEqual(['x -> A', 'x -> B', '. -> D', '. -> E'])
  })

  it('shared-tag: exact tags, each once a document, no blank ones, nothing but text', () => {
    const documents = [
      outline('A', { metadata: '{"tags":["x","x","X"," ",1,null,"alone"]}' }),
      outline('B', { metadata: '{"tags":["x"," ",1,null]}' }),
      outline('C', { metadata: '{"tags":"x"}' }),
      outline('D', { metadata: '{"provenance":{}}' }),
    ]
    expect(of('shared-tag', documents)).toEqual(['x -> A', 'x -> B'])
  })

  it('shared-tag: tags that the index could not tell apart are one', () => {
    const metadata = String.raw`{"tags":["\ud800","\udc00"]}`
    expect(of('shared-tag', [outline('A', { metadata }), outline('B', { metadata })])).toEqual([
      '\u{FFFD} -> A',
      '\u{FFFD} -> B',
    ])
  })
})

it('gives no graph for no documents', () => {
  expect(edgesOf([])).toEqual([])
})

/** The rules by comparing everything with everything. */
function literally(outlines: readonly Outline[]): string[] {
  const edges: string[] = []
  const hubs = new Map<string, Set<string>>()
  const hang = (hub: string, member: string) => hubs.set(hub, (hubs.get(hub) ?? new Set()).add(member))
  for (const { id, path, metadata, headingPaths } of outlines) {
    for (const [i, a] of headingPaths.entries()) {
      edges.push(`membership ${id} -> ${id}:${i}`)
      if (a !== null) hang(`in-section ${id}:${a}`, `${id}:${i}`)
      for (const [j, b] of headingPaths.entries()) {
        if (j - i === 1) edges.push(`sibling ${id}:${i} -> ${id}:${j}`)
        const [up, down] = [a?.split(' > ') ?? [], b?.split(' > ') ?? []]
        const isAbove = a !== null && up.length < down.length && up.every((title, at) => title === down[at])
        if (isAbove) edges.push(`parent-child ${id}:${i} -> ${id}:${j}`)
      }
    }
    hang(`co-located ${path.includes('/') ? path.replace(/\/[^/]*$/, '') : '.'}`, id)
    for (const tag of (JSON.parse(metadata) as { tags: string[] }).tags) {
      if (tag.trim() !== '') hang(`shared-tag ${tag}`, id)
    }
  }
  for (const [hub, members] of hubs) {
    if (members.size > 1) for (const member of members) edges.push(`${hub} -> ${member}`)
  }
  return edges
}

const TITLES = fc.constantFrom('A', 'B', 'A B', 'C', '> A', '')
const HEADING = fc.option(
  fc.array(TITLES, { minLength: 1, maxLength: 4 }).map((titles) => titles.join(' > ')),
  { nil: null },
)
const OUTLINES = fc
  .array(
    fc.record({
      path: fc.constantFrom('a.md', 'x/a.md', 'x/y/a.md', 'x/y/b.md'),
      tags: fc.array(fc.constantFrom('x', 'y', '', ' ', 'x y')),
      headingPaths: fc.array(HEADING, { maxLength: 12 }),
    }),
    { maxLength: 6 },
  )
  .map((documents) =>
    documents.map(({ tags, ...rest }, i) => ({ ...rest, id: `D${i}`, metadata: JSON.stringify({ tags }) })),
  )

it('agrees with comparing everything with everything, in any order of the documents', () => {
  fc.assert(
    fc.property(OUTLINES, (documents) => {
      const edges = edgesOf(documents)
      expect(edges.toSorted()).toEqual(literally(documents).sort())
      expect(edgesOf(documents.toReversed())).toEqual(edges)
    }),
  )
})
