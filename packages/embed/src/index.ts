export type * from './contracts.js'
export { checkDim } from './dimension.js'
export { EmbedError, type EmbedErrorCode } from './errors.js'
export type {
  CachedModel,
  CachedSnapshot,
  HubSettings,
  ImportedFile,
  ImportedModel,
  ImportRequest,
  PulledFile,
  PulledModel,
  PulledState,
  PullProgress,
  PullRequest,
  VerifiedFile,
  VerifiedSnapshot,
} from './hub/index.js'
export {
  DEFAULT_STATIC_MODEL,
  DEFAULT_STATIC_RERANKER,
  defaultProviders,
  loadEmbedder,
} from './load-embedder.js'
export { loadModelHub, type ModelHub } from './model-hub.js'
export { type ModelKind, ProviderRegistry } from './registry.js'
export { isStaticModel, locateStaticModel } from './static/locate.js'
export { staticProvider } from './static/provider.js'
export { StaticEmbedder } from './static/static-embedder.js'
export { type VerifiedStaticModel, verifyStaticModel } from './static/verify.js'
export { WordPieceTokenizer } from './wordpiece/tokenizer.js'
export { Vocabulary, type VocabularyArrays, vocabularyArrays } from './wordpiece/vocabulary.js'
