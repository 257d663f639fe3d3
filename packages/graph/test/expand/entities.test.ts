import { expect, it } from 'vitest'
import { createExpandChannel, deriveGraph, keptKinds, mentionsOf, withMentions } from '../../src/index.js'
import { docId, type IndexedKb, indexedKb, KB } from '../support/indexed-kb.js'

const FAR = [0, 1, 0] as const

/** Three documents that nothing joins; names in texts are as given, by document. */
function mentioning(names: Readonly<Record<number, readonly string[]>>): IndexedKb {
  const kb = indexedKb(
    [1, 2, 3].map((n) => ({ path: `${n}/x.md`, chunks: [{ vector: n === 1 ? ([1, 0, 0] as const) : FAR }] })),
  )
  const found = Object.entries(names).map(([n, entities]) => ({
    docId: docId(Number(n)),
    ordinal: 0,
    entities,
  }))
  const rows = deriveGraph(kb.writer.outlines())
  kb.writer.replaceGraph(withMentions(rows, mentionsOf(rows, found), []))
  return kb
}

function expand(kb: IndexedKb, dropped: readonly string[] = []) {
  const channel = createExpandChannel({ kbId: KB, kinds: keptKinds(dropped) })
  return kb.reader.snapshot(() =>
    channel.expand({
      reader: kb.reader,
      roots: kb.ids('1/x.md#0'),
      queryVector: Float32Array.from([1, 0, 0]),
      filter: {},
      limit: 50,
      adjacentK: 8,
    }),
  )
}

it('an entity leads from a chunk to the others that mention it, in one hop, and not where mentions are left out', () => {
  const kb = mentioning({ 1: ['ida'], 2: ['ida'], 3: ['other'] })
  const hits = expand(kb)
  expect(kb.names(hits)).toEqual(['2/x.md#0'])
  expect(hits[0]?.distance).toBe(1)
  expect(expand(kb, ['mentions'])).toEqual([])
})

it('over two entities it is two hops', () => {
  const kb = mentioning({ 1: ['ida'], 2: ['ida', 'tor'], 3: ['tor'] })
  expect(expand(kb).map(({ distance }) => distance)).toEqual([1, 2])
  expect(kb.names(expand(kb))).toEqual(['2/x.md#0', '3/x.md#0'])
})

it('a chunk that mentions little else is nearer than one that mentions much', () => {
  const kb = mentioning({ 1: ['ida', 'x', 'x'], 2: ['ida', 'x', 'x', 'x'], 3: ['ida'] })
  // Over ida: 1/3 · 1/4 to the second, 1/3 · 1 to the third; over x 2/3 · 3/4 to the second, which was reached first.
  expect(kb.names(expand(kb))).toEqual(['3/x.md#0', '2/x.md#0'])
})
