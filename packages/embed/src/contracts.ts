/** What an embedding is for: some model families embed a question and a passage differently. */
export type EmbedRole = 'query' | 'passage'

/** Which model answers, as recorded in an index and compared before every query. */
export interface ModelInfo {
  /** Registry name: `static`, `onnx`, … */
  readonly provider: string
  readonly model: string
  readonly revision: string | null
  /** Vector width; 0 for a reranker. */
  readonly dim: number
  /** Window in tokens, special tokens included. */
  readonly maxSequenceLength: number
  /**
   * What else decides the vectors (weights checksum, prefixes, precision), or null.
   * Two models with different fingerprints never share an index.
   */
  readonly fingerprint: string | null
}

/** Turns text into L2-normalised float32 vectors. Deterministic. */
export interface Embedder {
  info(): ModelInfo
  /**
   * One vector per text, row-major `[texts.length * dim]`, each of length 1, or all zero for a text without a
   * known token. Never NaN. An empty list gives an empty array.
   */
  embed(texts: readonly string[], role: EmbedRole): Promise<Float32Array>
  /** Tokens of `text` without special tokens and without truncation. */
  countTokens(text: string): number
  close(): Promise<void>
}

/** Scores passages against a query: higher is better, any range. Cross-encoders give raw logits. */
export interface Reranker {
  info(): ModelInfo
  /**
   * One score a passage, in their order. `relevance` is what the search knows of each passage already, higher being
   * better, comparable within one call; a reranker may build on it or judge by the texts alone.
   */
  score(query: string, passages: readonly string[], relevance?: readonly number[]): Promise<number[]>
  close(): Promise<void>
}

/** What a provider needs in order to load a model. */
export interface LoadRequest {
  readonly model: string
  readonly revision: string | null
  /** The width the manifest declares; another width is refused. */
  readonly dim: number
  /** Never open a network connection; missing weights are an error. */
  readonly offline: boolean
}

/** One provider. Everything but the loaders answers without importing a model runtime. */
export interface Provider {
  readonly name: string
  /** Other names a manifest may use for it. */
  readonly aliases: readonly string[]
  /**
   * The optional module it needs, others that do as well, and the command that installs it; absent if it needs none.
   */
  readonly requires?: {
    readonly module: string
    readonly alternatives?: readonly string[]
    readonly install: string
  }
  loadEmbedder?(request: LoadRequest): Promise<Embedder>
  loadReranker?(request: Omit<LoadRequest, 'dim'>): Promise<Reranker>
}
