import { describe, expect, it } from 'vitest'
import { rowCost } from '../../src/traverse/candidate.js'
import { candidate, type Graph, walkGraph } from './small-graph.js'

const CHAIN: Graph = { a: [{ docId: 'b' }], b: [{ docId: 'c' }], c: [{ docId: 'd' }], d: [{ docId: 'e' }] }

describe('a walk', () => {
  it('goes one hop by default, three at most, none at depth 0', () => {
    expect(walkGraph(CHAIN).rows).toEqual(['b/r'])
    expect(walkGraph(CHAIN, { depth: 2 }).rows).toEqual(['b/r', 'c/r'])
    expect(walkGraph(CHAIN, { depth: 99 }).rows).toEqual(['b/r', 'c/r', 'd/r'])
    const none = walkGraph(CHAIN, { depth: 0 }, { a: ['x'] })
    expect(none).toMatchObject({
      asked: [],
      rows: [],
      notes: [],
      unresolved: [],
      truncated: [],
      document: 'a',
    })
  })

  it('tells distances, and that the depth ended it without calling that a truncation', () => {
    const found = walkGraph(CHAIN, { depth: 2 })
    expect(found.neighbours.map(({ distance }) => distance)).toEqual([1, 2])
    expect(found.notes).toEqual(['c depth 2'])
    expect(found.truncated).toEqual([])
  })

  it('expands each document once, however many ways lead to it, and never the start again', () => {
    const found = walkGraph(
      {
        a: [{ docId: 'b' }, { docId: 'c' }, { docId: 'b', rel: 's' }],
        b: [{ docId: 'd' }, { docId: 'a' }],
        c: [{ docId: 'd' }, { docId: 'b' }],
        d: [{ docId: 'e' }],
      },
      { depth: 3 },
    )
    expect(found.asked).toEqual(['a', 'b', 'c', 'd'])
    expect(found.rows).toEqual(['b/r', 'b/s', 'c/r', 'd/r', 'e/r'])
  })

  it('shows two relations to one document as two rows, the same one once', () => {
    const found = walkGraph(
      { a: [{ docId: 'b', rel: 's' }, { docId: 'b' }], b: [{ docId: 'b', rel: 't' }] },
      { depth: 2 },
    )
    expect(found.rows).toEqual(['b/r', 'b/s', 'b/t'])
    expect(found.asked).toEqual(['a', 'b'])
  })

  it('shows a document of another KB and does not go on from it', () => {
    const found = walkGraph(
      { a: [{ docId: 'b', kbId: 'other', terminal: true }], b: [{ docId: 'c' }] },
      { depth: 3 },
    )
    expect(found).toMatchObject({ rows: ['b/r'], asked: ['a'], notes: ['b terminal 1'] })
  })

  it('never takes a document of another KB for the one of the same id here', () => {
    const twin = { docId: 'b', kbId: 'other', terminal: true } as const
    const found = walkGraph({ a: [{ docId: 'b' }, twin, { ...twin, docId: 'a' }] })
    expect(found.neighbours.map(({ kbId, docId }) => `${kbId}/${docId}`)).toEqual([
      'k/b',
      'other/a',
      'other/b',
    ])
  })

  it('keeps the best adjacent_k candidates of each document and notes the rest', () => {
    const graph: Graph = {
      a: [
        { docId: 'b', weight: 1 },
        { docId: 'c', weight: 3 },
        { docId: 'd' },
        { docId: 'e', weight: 0.5, kbId: 'z', terminal: true },
      ],
    }
    const found = walkGraph(graph, { adjacentK: 2 })
    expect(found.rows).toEqual(['c/r', 'd/r'])
    expect(found.notes).toEqual(['b fanout 1', 'e terminal 1', 'c depth 1', 'd depth 1'])
    expect(found.truncated).toEqual([])
    expect(walkGraph(graph, { adjacentK: 0 }).notes).toEqual([
      'c fanout 1',
      'd fanout 1',
      'b fanout 1',
      'e terminal 1',
    ])
  })

  it('ranks what a hop kept together, by key where nothing else tells', () => {
    const found = walkGraph(
      {
        a: [{ docId: 'c' }, { docId: 'b' }],
        b: [{ docId: 'e', weight: 1 }, { docId: 'x' }],
        c: [{ docId: 'd' }, { docId: 'y', weight: 5 }],
      },
      { depth: 2 },
    )
    expect(found.rows).toEqual(['b/r', 'c/r', 'y/r', 'd/r', 'x/r', 'e/r'])
  })

  it('with a query ranks by cosine, and rows without one after all that have one', () => {
    const found = walkGraph({
      a: [
        { docId: 'b', cosine: -0.2 },
        { docId: 'c', cosine: 0.123456 },
        { docId: 'd', weight: 9 },
        { docId: 'e', cosine: -0.00001 },
      ],
    })
    expect(found.rows).toEqual(['c/r', 'e/r', 'b/r', 'd/r'])
    expect(found.neighbours.map(({ score, scoredByQuery }) => [score, scoredByQuery])).toEqual([
      [0.1235, true],
      [0, true],
      [-0.2, true],
      [9, false],
    ])
  })

  it('the first document to see a row says which way it goes, so that a deeper walk tells the same', () => {
    const graph: Graph = {
      a: [
        { docId: 'b', direction: 'both' },
        { docId: 'c', direction: 'in' },
      ],
      b: [
        { docId: 'c', direction: 'out' },
        { docId: 'd', direction: 'in' },
      ],
      c: [{ docId: 'd', direction: 'out' }],
    }
    const shallow = walkGraph(graph).neighbours
    const deep = walkGraph(graph, { depth: 3 }).neighbours
    expect(deep.slice(0, 2)).toEqual(shallow)
    expect(deep.map(({ docId, direction }) => `${docId} ${direction}`)).toEqual(['b both', 'c in', 'd in'])
  })
})

describe('the bounds of a walk', () => {
  const FIVE: Graph = { a: ['b', 'c', 'd', 'e', 'f'].map((docId) => ({ docId })) }

  it('rows: what is over is noted, and the answer says that it is cut', () => {
    const found = walkGraph(FIVE, { maxRows: 2 })
    expect(found.rows).toEqual(['b/r', 'c/r'])
    expect(found.truncated).toEqual(['rows'])
    expect(found.notes).toEqual(['d rows 1', 'e rows 1'])
    expect(walkGraph(FIVE, { maxRows: 0 })).toMatchObject({ rows: [], notes: [], truncated: ['rows'] })
    expect(walkGraph(FIVE, { maxRows: 5 }).truncated).toEqual([])
  })

  it('tokens: a row that is too dear makes way for the next', () => {
    const graph: Graph = { a: [{ docId: 'b', title: 'x'.repeat(400) }, { docId: 'c' }] }
    const found = walkGraph(graph, { tokenBudget: 50 })
    expect(found).toMatchObject({ rows: ['c/r'], truncated: ['tokens'], notes: ['b tokens 1', 'c depth 1'] })
    expect(walkGraph(graph, { tokenBudget: 0 })).toMatchObject({ rows: [], truncated: ['tokens'] })
  })

  it('a row costs a token for four code points of its texts, and one', () => {
    expect(rowCost(candidate({ docId: 'bbb', kbId: 'kk', rel: 'rr', title: null }))).toBe(2)
    expect(rowCost(candidate({ docId: 'bbb', kbId: 'kk', rel: 'rr', title: '🌊' }))).toBe(3)
    expect(rowCost(candidate({ docId: 'b', kbId: 'k', rel: 'r', title: null }))).toBe(1)
  })

  it('notes: at most four for each row are held, and as many shown as there may be rows', () => {
    const many: Graph = { a: Array.from({ length: 20 }, (_, i) => ({ docId: `d${i}` })) }
    expect(walkGraph(many, { adjacentK: 0, maxRows: 5 })).toMatchObject({ truncated: ['rows'] })
    expect(walkGraph(many, { adjacentK: 0, maxRows: 5 }).notes).toHaveLength(5)
    expect(walkGraph(many, { adjacentK: 0, maxRows: 20 })).toMatchObject({ truncated: [] })
  })

  it('unresolved links are told once, and no more than there may be rows', () => {
    const graph: Graph = { a: [{ docId: 'b' }] }
    const found = walkGraph(graph, { depth: 2 }, { a: ['x', 'y'], b: ['x', 'z'] })
    expect(found.unresolved.map(({ docId }) => docId)).toEqual(['x', 'y', 'z'])
    expect(found.truncated).toEqual([])
    const cut = walkGraph(graph, { maxRows: 2 }, { a: ['x', 'y', 'z'] })
    expect(cut.unresolved).toHaveLength(2)
    expect(cut.truncated).toEqual(['rows'])
  })
})

describe('the frontier of a walk', () => {
  it('forgets what was left out once and reached later', () => {
    const found = walkGraph(
      { a: [{ docId: 'b', weight: 3 }, { docId: 'c' }], b: [{ docId: 'c' }], c: [{ docId: 'd' }] },
      { adjacentK: 1, depth: 3 },
    )
    expect(found.rows).toEqual(['b/r', 'c/r', 'd/r'])
    expect(found.notes).toEqual(['d depth 3'])
  })

  it('keeps that a row ended the walk, though it was left out before', () => {
    const found = walkGraph(
      { a: [{ docId: 'b', weight: 3 }, { docId: 'c' }], b: [{ docId: 'c' }] },
      { adjacentK: 1, depth: 2 },
    )
    expect(found.notes).toEqual(['c depth 2'])
  })

  it('keeps the first reason of a row', () => {
    const graph: Graph = {
      a: [{ docId: 'b', weight: 3 }, { docId: 'x' }],
      b: [
        { docId: 'c', weight: 3 },
        { docId: 'd', weight: 3 },
        { docId: 'x', weight: 4 },
      ],
    }
    expect(walkGraph(graph, { adjacentK: 1, depth: 2, maxRows: 1 }).notes).toEqual(['x fanout 1'])
  })

  it('never holds the start', () => {
    expect(walkGraph({ a: [{ docId: 'a' }, { docId: 'b' }] }, { adjacentK: 0 }).notes).toEqual(['b fanout 1'])
  })

  it('shows documents that are not in the answer first, then the nearer ones', () => {
    const found = walkGraph(
      {
        a: [{ docId: 'b', weight: 3 }, { docId: 'c' }, { docId: 'd', weight: 1 }],
        b: [{ docId: 'e', weight: 3 }, { docId: 'f' }],
        c: [{ docId: 'g' }],
      },
      { adjacentK: 2, maxRows: 3, depth: 2 },
    )
    expect(found.rows).toEqual(['b/r', 'c/r', 'e/r'])
    expect(found.notes).toEqual(['d fanout 1', 'f rows 2', 'g rows 2'])
    expect(found.truncated).toEqual(['rows'])
  })
})
