export { modelFingerprint } from './channel-report.js'
export {
  type CitedSpan,
  citationOf,
  documentCitation,
  type Locator,
  locatorOf,
  type ParsedCitation,
  parseCitation,
} from './citation.js'
export { type Difference, embeddingDifferences, type WantedEmbedding } from './coherence.js'
export {
  type ConfidenceContext,
  type ConfidenceVerdict,
  confidenceOf,
  type RankedForConfidence,
} from './confidence.js'
export type * from './contracts.js'
export { isChunkId } from './document-reference.js'
export { isUsageErrorCode, MAX_QUERY_LENGTH, RetrieveError, type RetrieveErrorCode } from './errors.js'
export { type Escalation, escalationOf } from './escalation.js'
export { SOURCE_TYPES, toChunkFilter } from './filters.js'
export { type Fused, fuse, RRF_K } from './fusion.js'
export { openKb } from './open-kb.js'
export {
  askPayload,
  documentPayload,
  documentTextPayload,
  linksPayload,
  listPayload,
  neighbourPayload,
  type Payload,
  passagePayload,
  scoresPayload,
  searchPayload,
} from './payload.js'
export { relevance, type ScoredList } from './relevance.js'
