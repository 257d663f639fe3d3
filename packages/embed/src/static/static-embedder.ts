import { closedModel } from '../closed-model.js'
import type { Embedder, EmbedRole, ModelInfo } from '../contracts.js'
import { WordPieceTokenizer } from '../wordpiece/tokenizer.js'
import type { StaticTable } from './table.js'

/** The window of the teacher's family, special tokens included, so that chunk limits mean the same for both. */
const WINDOW = 512

/**
 * A text is the sum of its tokens' rows, brought to length 1 (Model2Vec, potion). It has no window of its own: a text
 * of any length is embedded whole. Queries and passages are embedded alike.
 */
export class StaticEmbedder implements Embedder {
  readonly #info: ModelInfo
  readonly #table: StaticTable
  readonly #tokenizer: WordPieceTokenizer
  #closed = false

  /** Takes the table over: it is closed with the embedder. */
  constructor(table: StaticTable, identity: { readonly model: string; readonly revision: string | null }) {
    this.#table = table
    this.#tokenizer = new WordPieceTokenizer(table.vocabulary)
    this.#info = {
      provider: 'static',
      model: identity.model,
      revision: identity.revision,
      dim: table.header.dim,
      maxSequenceLength: WINDOW,
      fingerprint: `sha256:${table.header.payloadSha256}`,
    }
  }

  info(): ModelInfo {
    return this.#info
  }

  async embed(texts: readonly string[], _role: EmbedRole): Promise<Float32Array> {
    this.#mustBeOpen()
    const { dim } = this.#info
    const vectors = new Float32Array(texts.length * dim)
    for (const [i, text] of texts.entries()) {
      const sum = this.#table.rows.sum(this.#tokenizer.encodeShared(text))
      writeUnit(sum, vectors.subarray(i * dim, (i + 1) * dim))
    }
    return vectors
  }

  countTokens(text: string): number {
    this.#mustBeOpen()
    return this.#tokenizer.countTokens(text)
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#table.close()
    this.#closed = true
  }

  #mustBeOpen(): void {
    if (this.#closed) throw closedModel(this.#info.model)
  }
}

/** `target` = `source` / |source|; all zero for a vector of no length, or one that is not finite. */
function writeUnit(source: Float32Array, target: Float32Array): void {
  let squares = 0
  for (const value of source) squares += value * value
  if (squares === 0 || !Number.isFinite(squares)) return
  const scale = 1 / Math.sqrt(squares)
  for (let i = 0; i < source.length; i++) target[i] = (source[i] ?? 0) * scale
}
