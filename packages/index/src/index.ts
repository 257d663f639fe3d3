export { chunkDocument } from './chunk/chunk-document.js'
export { type ChunkIdentity, identifyChunks } from './chunk/chunk-identity.js'
export { type ChunkingChange, chunkingDrift, chunkingIdentity } from './chunk/chunking-drift.js'
export {
  checkPrefixBudget,
  checkWindow,
  embeddingInput,
  embeddingPrefix,
  type PrefixBudget,
} from './chunk/embedding-input.js'
export { firstH1 } from './chunk/first-h1.js'
export type * from './contracts.js'
export { IndexError, type IndexErrorCode } from './errors.js'
export type {
  AuthoredEdge,
  ChunkEntities,
  DocumentChunks,
  DocumentOutline,
  DocumentStructure,
  EdgePairs,
  EntityStore,
  GraphArrays,
  GraphCensus,
  GraphHub,
  GraphNode,
  GraphReader,
  GraphRows,
  LabelVectors,
  Mention,
  NodeKind,
  SameAs,
  StoredEdgeKind,
  UnreadText,
} from './graph/contracts.js'
export { EDGE_ENDS, NODE_KINDS, STORED_EDGE_KINDS } from './graph/contracts.js'
export {
  BM25_WEIGHTS,
  FTS_TOKENIZER,
  type LexicalColumns,
  lexicalColumns,
  matchExpression,
  phraseExpression,
} from './lexical/analyze.js'
export { type Asked, askedFor } from './lexical/asked.js'
export type { DroppedKb, KbRef, LinkedKbStore } from './linked-kbs/contracts.js'
export type { LockVerdict } from './lock/judge.js'
export type { LockRecord } from './lock/lock-record.js'
export {
  acquireSyncLock,
  readLock,
  type SyncLock,
  type SyncLockOptions,
  type SyncLockOutcome,
  type SyncLockState,
} from './lock/sync-lock.js'
export { instructionSignals } from './signals/instruction-signals.js'
export { type CreateIndexOptions, createIndex, removeUnfinishedIndex } from './store/create-index.js'
export { type IndexIdentity, identityMeta } from './store/identity.js'
export { removeIndex } from './store/index-file.js'
export { openIndexWriter } from './store/open-writer.js'
export { type OpenReaderOptions, openIndexReader } from './store/reader.js'
export { SCHEMA_VERSION } from './store/schema.js'
export { sqliteVersion } from './store/sqlite.js'
export { hasFts5 } from './store/sqlite-features.js'
export { type SwapOptions, swapIndex } from './store/swap.js'
export { INT8_FROM, resolveTier, type VectorTier, type VectorTierSetting } from './store/vector-tier.js'
export { type CodeScan, createCodeScan } from './vector/code-scan.js'
export { type CodeSearch, type ExactScores, searchCodes } from './vector/code-search.js'
export { type CodeRows, codeRows } from './vector/codes.js'
export type * from './vector/contracts.js'
export { createFloat32Scan, type ScanOptions, type VectorScan } from './vector/scan.js'
export type { ScanHit } from './vector/top-k.js'
