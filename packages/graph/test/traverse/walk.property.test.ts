import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candidate, type Graph, walkGraph } from './small-graph.js'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** Local links by document, with the other end of each link seen from there. */
const graph = fc
  .array(
    fc.record({
      from: fc.constantFrom(...NAMES),
      to: fc.constantFrom(...NAMES),
      rel: fc.constantFrom('r', 's'),
      cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    }),
    { maxLength: 25 },
  )
  .map((links): Graph => {
    const found: Record<string, Map<string, Graph[string][number]>> = {}
    for (const { from, to, rel, cosine } of links) {
      for (const [here, there, direction] of [
        [from, to, 'out'],
        [to, from, 'in'],
      ] as const) {
        found[here] ??= new Map()
        const before = found[here].get(`${there}/${rel}`)
        found[here].set(`${there}/${rel}`, {
          docId: there,
          rel,
          direction: before ? 'both' : direction,
          cosine,
        })
      }
    }
    return Object.fromEntries(Object.entries(found).map(([name, of]) => [name, [...of.values()]]))
  })

const options = fc.record({
  depth: fc.integer({ min: 0, max: 3 }),
  adjacentK: fc.integer({ min: 0, max: 5 }),
  maxRows: fc.integer({ min: 0, max: 8 }),
  tokenBudget: fc.integer({ min: 0, max: 12 }),
})

it('keeps every bound, shows no row twice, expands nothing twice, and is deterministic', () => {
  fc.assert(
    fc.property(graph, options, (links, bounds) => {
      const found = walkGraph(links, bounds)
      expect(found.rows.length).toBeLessThanOrEqual(bounds.maxRows)
      expect(found.rows.length).toBeLessThanOrEqual(bounds.tokenBudget)
      expect(found.frontier.length).toBeLessThanOrEqual(bounds.maxRows)
      expect(new Set(found.rows).size).toBe(found.rows.length)
      expect(new Set(found.asked).size).toBe(found.asked.length)
      expect(found.neighbours.every(({ docId, distance }) => docId !== 'a' && distance <= bounds.depth)).toBe(
        true,
      )
      expect(found.frontier.every(({ docId }) => docId !== 'a')).toBe(true)
      expect(walkGraph(links, bounds)).toEqual(found)
    }),
  )
})

it('a document that is neither shown nor noted cannot be reached, where nothing is cut', () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 3 }), (links, depth) => {
      const found = walkGraph(links, { depth, adjacentK: 64, maxRows: 200, tokenBudget: 20_000 })
      const reachable = new Map([['a', 0]])
      for (const [name, distance] of reachable) {
        if (distance === depth) continue
        for (const { docId } of links[name] ?? [])
          if (!reachable.has(docId)) reachable.set(docId, distance + 1)
      }
      reachable.delete('a')
      expect(new Set(found.neighbours.map(({ docId }) => docId))).toEqual(new Set(reachable.keys()))
      expect(found.truncated).toEqual([])
      for (const { docId, distance } of found.neighbours) {
        expect(distance).toBeGreaterThanOrEqual(reachable.get(docId) ?? Number.NaN)
      }
    }),
  )
})

it('a deeper walk begins as the shallower one and tells the same of its rows', () => {
  fc.assert(
    fc.property(graph, options, (links, bounds) => {
      const shallow = walkGraph(links, { ...bounds, depth: 1 })
      const deep = walkGraph(links, { ...bounds, depth: 3 })
      expect(deep.neighbours.slice(0, shallow.neighbours.length)).toEqual(shallow.neighbours)
    }),
  )
})

it('ranks a hop the same whatever order its links are read in', () => {
  const names = ['b', 'c', 'd', 'e'].map((docId) => candidate({ docId }))
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: 4 }), (shuffled) => {
      expect(walkGraph({ a: shuffled }, { adjacentK: 3 }).rows).toEqual(['b/r', 'c/r', 'd/r'])
    }),
  )
})
