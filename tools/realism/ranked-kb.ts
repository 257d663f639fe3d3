import type { Kb, Passage, SearchFilters, SearchResult } from '@pinakes/retrieve'

/** Paths of distinct documents, best first, at most `limit`. */
export type Rank = (query: string, filters: SearchFilters, limit: number) => readonly string[]

/** `kb` with another search: whole documents in the order of `rank`. So that all systems go through one evaluation. */
export function rankedKb(kb: Kb, name: string, rank: Rank): Kb {
  return {
    root: kb.root,
    id: kb.id,
    name: kb.name,
    get: (reference) => kb.get(reference),
    list: (filters) => kb.list(filters),
    counts: () => kb.counts(),
    links: (reference, options) => kb.links(reference, options),
    close: () => kb.close(),
    search: async (query, { filters = {}, k = 5 } = {}) =>
      resultOf({ kbId: kb.id, query, name, paths: rank(query, filters, k) }),
  }
}

/** `kb` with at most one passage of a document in an answer: `k` passages are then `k` documents, as in the baselines. */
export function onePassageKb(kb: Kb): Kb {
  const one = rankedKb(kb, '', () => [])
  return { ...one, search: (query, options) => kb.search(query, { ...options, maxPerDocument: 1 }) }
}

interface Ranked {
  readonly kbId: string
  readonly query: string
  readonly name: string
  readonly paths: readonly string[]
}

function resultOf({ kbId, query, name, paths }: Ranked): SearchResult {
  return {
    query,
    kbId,
    buildId: null,
    confidence: 'unknown',
    confidenceReason: `${name} has no confidence`,
    considered: paths.length,
    passages: paths.map(wholeDocument),
    channels: [],
    degraded: null,
    notices: [],
    dropped: { perDocument: 0 },
    omitted: [],
    tokensReturned: 0,
  }
}

/** A passage that names the document and nothing else: evaluation reads no more. */
function wholeDocument(path: string): Passage {
  const unranked = { bm25Rank: null, bm25Score: null, vectorRank: null, cosine: null }
  const unscored = { graphRank: null, graphDistance: null, entitiesRank: null, conceptsRank: null }
  const span = { charStart: 0, charEnd: 0, pageStart: null, pageEnd: null, headingPath: null }
  return {
    docId: '',
    chunkId: '',
    path,
    title: null,
    ...span,
    citation: path,
    text: '',
    tokenCount: 0,
    contentSha256: '',
    instructionLike: false,
    instructionSignals: [],
    staleExtraction: null,
    changedSinceIndex: false,
    scores: { ...unranked, ...unscored, rrf: 0, relevance: 0, rerank: null, coverage: 0 },
  }
}
