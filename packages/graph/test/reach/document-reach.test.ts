import { describe, expect, it } from 'vitest'
import { DocumentReach } from '../../src/index.js'
import { type DocumentSpec, docId, indexedKb, KB } from '../support/indexed-kb.js'

const VECTOR = [1, 0, 0] as const
const one = [{ vector: VECTOR }]
const two = [{ vector: VECTOR }, { vector: VECTOR }]

function reach(documents: readonly DocumentSpec[], ...roots: readonly string[]) {
  const { reader } = indexedKb(documents)
  const graph = reader.graph()
  const of = new DocumentReach(graph.arrays(), graph.authored(KB)).from(roots)
  return documents.map((_, i) => of(docId(i + 1)))
}

describe('what a graph channel could bring', () => {
  it('lies two links away, in either direction, and no further', () => {
    const chain: readonly DocumentSpec[] = [1, 2, 3, 4].map((n) => ({
      path: `${n}/x.md`,
      links: n < 4 ? [[n + 1, 'next']] : [],
      chunks: two,
    }))
    expect(reach(chain, `${docId(1)}:0`)).toEqual(['reachable', 'reachable', 'reachable', 'beyond'])
    expect(reach(chain, `${docId(4)}:1`)).toEqual(['beyond', 'reachable', 'reachable', 'reachable'])
  })

  it('passes through a tag or directory in one hop', () => {
    const documents: readonly DocumentSpec[] = [
      { path: 'a/1.md', tags: ['t'], chunks: two },
      { path: 'b/2.md', tags: ['t'], chunks: one },
      { path: 'b/3.md', chunks: one },
      { path: 'c/4.md', chunks: one },
    ]
    expect(reach(documents, `${docId(1)}:0`)).toEqual(['reachable', 'reachable', 'reachable', 'beyond'])
  })

  it('is nothing of a document that is found already, unless more than the document joins its chunks', () => {
    const documents: readonly DocumentSpec[] = [
      { path: 'a/1.md', chunks: one },
      { path: 'b/2.md', chunks: two },
    ]
    expect(reach(documents, `${docId(1)}:0`, `${docId(2)}:0`)).toEqual(['membership-only', 'reachable'])
    expect(reach(documents, `${docId(2)}:0`, `${docId(2)}:1`)).toEqual(['beyond', 'membership-only'])
  })

  it('is nothing from nowhere', () => {
    expect(reach([{ path: 'a.md', chunks: one }])).toEqual(['beyond'])
    expect(reach([{ path: 'a.md', chunks: one }], 'no such:0')).toEqual(['beyond'])
  })
})
