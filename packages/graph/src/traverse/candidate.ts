import { codePointLength, compareCodePoints } from '@pinakes/manifest'
import type { LinkDirection, UnresolvedLink } from './contracts.js'

/** A document; the same document id in two KBs (one copied from the other) is two documents. */
export interface DocumentKey {
  readonly kbId: string
  readonly docId: string
}

/** What a document is linked with, once per document and relation. */
export interface Candidate extends DocumentKey {
  readonly rel: string
  readonly direction: LinkDirection
  /** Of a local document that has one. */
  readonly title: string | null
  readonly weight: number
  /** Cosine to the query; null without a query, and where nothing is known of the document's text. */
  readonly cosine: number | null
  /** In another KB. */
  readonly terminal: boolean
}

/** All links of one document. */
export interface Expansion {
  readonly candidates: readonly Candidate[]
  readonly unresolved: readonly UnresolvedLink[]
}

/** Finds the links of a document of this KB. */
export type Expand = (document: DocumentKey) => Expansion

/** One text for each document. */
export function documentKeyText({ kbId, docId }: DocumentKey): string {
  return `${kbId}/${docId}`
}

/** One text for each document and relation. */
export function rowKey(row: DocumentKey & { readonly rel: string }): string {
  return `${documentKeyText(row)}/${row.rel}`
}

/**
 * Best first: with cosines before without, then greater cosine or else greater weight, then KB, document and relation in
 * code-point order.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return compareScores(a, b) || compareCodePoints(rowKey(a), rowKey(b))
}

function compareScores(a: Candidate, b: Candidate): number {
  if (a.cosine !== null && b.cosine !== null) return b.cosine - a.cosine
  if (a.cosine !== null) return -1
  if (b.cosine !== null) return 1
  return b.weight - a.weight
}

/** Characters that make a token, roughly. */
const CHARACTERS_PER_TOKEN = 4

/** What a row costs a reader, in tokens. */
export function rowCost({ kbId, docId, rel, title }: Candidate): number {
  const characters = [kbId, docId, rel, title ?? ''].reduce((sum, text) => sum + codePointLength(text), 0)
  return Math.floor(characters / CHARACTERS_PER_TOKEN) + 1
}
