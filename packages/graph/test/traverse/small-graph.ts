import { traverseBounds } from '../../src/traverse/bounds.js'
import type { Candidate, Expand } from '../../src/traverse/candidate.js'
import type { TraverseOptions } from '../../src/traverse/contracts.js'
import { walk } from '../../src/traverse/walk.js'

/** What a test says of a candidate; the rest is that of a plain link to a document called `docId` of the KB `k`. */
export type KnownPart = Partial<Candidate> & Pick<Candidate, 'docId'>

export function candidate(known: KnownPart): Candidate {
  return {
    kbId: 'k',
    rel: 'r',
    direction: 'out',
    title: null,
    weight: 2,
    cosine: null,
    terminal: false,
    ...known,
  }
}

/** The candidates of each document, by id. */
export type Graph = Readonly<Record<string, readonly KnownPart[]>>

/** Walks a graph from its document `a`; `asked` lists the documents that were expanded, in order. */
export function walkGraph(
  graph: Graph,
  options: TraverseOptions = {},
  unresolved: Record<string, string[]> = {},
) {
  const asked: string[] = []
  const expand: Expand = ({ docId }) => {
    asked.push(docId)
    return {
      candidates: (graph[docId] ?? []).map(candidate),
      unresolved: (unresolved[docId] ?? []).map((id) => ({ kbId: 'k', docId: id, rel: 'r', reason: 'gone' })),
    }
  }
  const found = walk({ start: { kbId: 'k', docId: 'a' }, expand, bounds: traverseBounds(options) })
  return {
    ...found,
    asked,
    /** `document/relation` in order. */
    rows: found.neighbours.map(({ docId, rel }) => `${docId}/${rel}`),
    notes: found.frontier.map(({ docId, reason, distance }) => `${docId} ${reason} ${distance}`),
  }
}
