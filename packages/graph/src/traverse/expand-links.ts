import type { IndexReader, LinkedDocument } from '@pinakes/index'
import { AUTHORED_WEIGHT } from '../authored-weight.js'
import type { TraverseBounds } from './bounds.js'
import { type Candidate, type DocumentKey, type Expand, type Expansion, rowKey } from './candidate.js'
import type { UnresolvedLink } from './contracts.js'

const UNRESOLVED = 'no active document with that id in this KB'

export interface LinkSource {
  readonly reader: IndexReader
  /** The id of the reader's own KB. */
  readonly kbId: string
  readonly bounds: Pick<TraverseBounds, 'direction' | 'rel'>
  /** L2-normalised, of the embedder that built the index; null: rank by weight. */
  readonly query: Float32Array | null
}

/**
 * Reads the links of one document at a time from the index: one statement a direction, and with a query one more for the
 * vectors of documents that were not compared yet.
 */
export function expandLinks(source: LinkSource): Expand {
  const cosines = documentCosineCache(source)
  return (document) => {
    const found = mergeDirections(source, document)
    const local = found.filter(({ terminal }) => !terminal)
    const known = local.filter(({ held }) => held !== null)
    const cosineOf = cosines(known.map(({ docId }) => docId))
    return {
      candidates: found.filter(({ terminal, held }) => terminal || held !== null).map(toCandidate(cosineOf)),
      unresolved: local.filter(({ held }) => held === null).map(toUnresolved),
    } satisfies Expansion
  }
}

interface Found extends Pick<Candidate, 'kbId' | 'docId' | 'rel' | 'direction' | 'terminal'> {
  readonly held: LinkedDocument['document']
}

/** Each document and relation once: `both` where a link of that relation goes each way. */
function mergeDirections({ reader, kbId, bounds }: LinkSource, { docId }: DocumentKey): Found[] {
  const found = new Map<string, Found>()
  for (const direction of ['out', 'in'] as const) {
    if (bounds.direction !== 'both' && bounds.direction !== direction) continue
    const rel = bounds.rel ?? undefined
    for (const link of reader.linkedDocuments({ kbId, docId, direction, rel })) {
      const key = rowKey(link)
      const { document: held, ...ends } = link
      const terminal = link.kbId !== kbId
      found.set(key, { ...ends, held, terminal, direction: found.has(key) ? 'both' : direction })
    }
  }
  return [...found.values()]
}

function toCandidate(cosineOf: (docId: string) => number | null) {
  return ({ held, ...link }: Found): Candidate => ({
    ...link,
    title: held?.title ?? null,
    weight: AUTHORED_WEIGHT,
    // A copied KB has the same document ids: what this KB's document scores says nothing of the other one.
    cosine: link.terminal ? null : cosineOf(link.docId),
  })
}

function toUnresolved({ kbId, docId, rel }: Found): UnresolvedLink {
  return { kbId, docId, rel, reason: UNRESOLVED }
}

/** Compares each document once in a walk. */
function documentCosineCache({ reader, query }: LinkSource) {
  const known = new Map<string, number | null>()
  return (ids: readonly string[]): ((docId: string) => number | null) => {
    const missing = query === null ? [] : [...new Set(ids)].filter((id) => !known.has(id))
    if (query !== null && missing.length > 0) {
      const cosines = reader.documentCosines(query, missing)
      for (const id of missing) known.set(id, cosines.get(id) ?? null)
    }
    return (docId) => known.get(docId) ?? null
  }
}
