import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit, pan, toLayout, toScreen, zoom } from '../../page/camera.js'
import { EVERYTHING, visible } from '../../page/filter.js'
import { placeLabels } from '../../page/labels.js'
import { pageGraph } from '../../page/page-graph.js'
import { findNodes, searchTexts } from '../../page/search.js'
import type { PageData } from '../../src/graph-page/contracts.js'

const at = { x: 0, y: 0 }
const data: PageData = {
  name: 'KB',
  groups: ['a', 'b'],
  tags: [
    ['Fähre', 2],
    ['lone', 1],
  ],
  rels: ['cites', 'answers'],
  nodes: [
    { kind: 'document', label: 'Ferry plan', ...at, path: 'a/1.md', group: 0, type: 'markdown', tags: [0] },
    { kind: 'document', label: 'Lamp', ...at, path: 'b/2.md', group: 1, type: 'pdf', tags: [0, 1] },
    { kind: 'document', label: 'Old ferry', ...at, path: 'b/3.md', group: 1, type: 'markdown', tags: [] },
    { kind: 'foreign', label: 'there: Quay', ...at, docId: 'Q', kb: 'there' },
    { kind: 'tag', label: '#Fähre', ...at, tag: 0 },
  ],
  links: [0, 1, 0, 0, 1, 0, 1, 0, 2, 3, 0, 1],
  taggings: [0, 4, 1, 4],
}
const graph = pageGraph(data)
const shown = (filter: Partial<typeof EVERYTHING>) => {
  const { nodes } = visible(graph, { ...EVERYTHING, ...filter })
  return nodes.flatMap((isShown, place) => (isShown ? [place] : []))
}

describe('the neighbours of a node', () => {
  it('are those of its links either way and of its tags', () => {
    expect(graph.neighbours[0]).toEqual([
      { node: 1, way: 'out', rel: 'cites', crosses: false },
      { node: 1, way: 'in', rel: 'answers', crosses: false },
      { node: 4, way: 'tag', rel: null, crosses: false },
    ])
    expect(graph.degrees).toEqual([2, 2, 1, 1, 2])
  })
})

describe('a filter', () => {
  it('keeps documents by directory, tag, type and relation, and what stands beside them', () => {
    expect(shown({})).toEqual([0, 1, 2, 3, 4])
    expect(shown({ group: 0 })).toEqual([0, 4])
    expect(shown({ tag: 1 })).toEqual([1, 4])
    expect(shown({ type: 'markdown' })).toEqual([0, 2, 3, 4])
    expect(shown({ rel: 'answers' })).toEqual([0, 1, 4])
    expect(shown({ showTags: false, showForeign: false })).toEqual([0, 1, 2])
    expect(visible(graph, { ...EVERYTHING, rel: 'cites' }).links).toHaveLength(2)
    expect(visible(graph, { ...EVERYTHING, group: 1 }).links).toHaveLength(1)
  })
})

describe('the search', () => {
  const texts = searchTexts(graph)

  it('finds words in names, paths, tags and KBs, whatever their case and accents', () => {
    expect(findNodes(graph, texts, 'FERRY')).toEqual([0, 2])
    expect(findNodes(graph, texts, 'fahre')).toEqual(expect.arrayContaining([0, 1, 4]))
    expect(findNodes(graph, texts, 'ferry b/')).toEqual([2])
    expect(findNodes(graph, texts, 'there')).toEqual([3])
    expect(findNodes(graph, texts, 'nothing')).toEqual([])
    expect(findNodes(graph, texts, '  ')).toBeNull()
  })
})

describe('the camera', () => {
  const size = { width: 800, height: 600 }
  const number = fc.integer({ min: -5000, max: 5000 })
  const point = fc.record({ x: number, y: number })

  it('sees every point that it was fitted to, and zooms around the pointer', () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1 }),
        point,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (points, mouse, factor) => {
          const camera = fit(points, size)
          for (const seen of points.map((one) => toScreen(camera, size, one))) {
            expect(seen.x).toBeGreaterThanOrEqual(0)
            expect(seen.x).toBeLessThanOrEqual(size.width)
            expect(seen.y).toBeGreaterThanOrEqual(0)
            expect(seen.y).toBeLessThanOrEqual(size.height)
          }
          const still = toLayout(camera, size, mouse)
          const after = toScreen(zoom(camera, size, { at: mouse, factor }), size, still)
          expect(Math.hypot(after.x - mouse.x, after.y - mouse.y)).toBeLessThan(1e-6)
          const moved = toScreen(pan(camera, { x: 10, y: -5 }), size, still)
          expect(Math.hypot(moved.x - mouse.x - 10, moved.y - mouse.y + 5)).toBeLessThan(1e-6)
        },
      ),
    )
  })
})

describe('labels', () => {
  const label = fc.record({
    text: fc.constant('x'),
    x: fc.integer({ min: -50, max: 500 }),
    y: fc.integer({ min: -50, max: 500 }),
    width: fc.integer({ min: 1, max: 150 }),
    height: fc.constant(15),
  })

  it('never cover each other, keep the most wanted, and leave out none that there was room for', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 60 }), (labels) => {
        const placed = placeLabels(labels, 1000)
        const covers = (a: (typeof labels)[number], b: (typeof labels)[number]) =>
          Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) < 15
        const expected: typeof labels = []
        for (const one of labels) if (!expected.some((other) => covers(one, other))) expected.push(one)
        expect(placed).toEqual(expected)
      }),
    )
    expect(placeLabels([{ text: '', x: 0, y: 0, width: 1, height: 1 }], 0)).toEqual([])
  })
})
