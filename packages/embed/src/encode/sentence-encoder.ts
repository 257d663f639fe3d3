import { closedModel } from '../closed-model.js'
import type { Embedder, EmbedRole, ModelInfo } from '../contracts.js'
import { EmbedError } from '../errors.js'
import type { ModelProfile } from '../profile/read-profile.js'
import { addedLength, type SequenceTemplates } from '../tokenize/sequence-template.js'
import type { TextTokenizer } from '../tokenize/text-tokenizer.js'
import type { ModelRuntime } from './model-runtime.js'
import { type BatchLimits, planBatches } from './plan-batches.js'
import { poolVectors } from './pool.js'
import { fillTemplate, padBatch, type TokenSequence } from './token-batch.js'

/** What an encoder is made of; it takes the runtime over. */
export interface SentenceEncoderParts {
  readonly identity: Pick<ModelInfo, 'provider' | 'model' | 'revision' | 'fingerprint'>
  readonly runtime: ModelRuntime
  readonly tokenizer: TextTokenizer
  readonly templates: SequenceTemplates
  readonly padId: number
  readonly profile: ModelProfile
  readonly limits: BatchLimits
}

/**
 * A transformer that embeds whole texts: prefix, tokenise, run in length-sorted batches, pool, normalise. The vectors
 * come in the order of the texts. A text without a token has a vector of zeros. A text beyond the window is refused,
 * never cut off.
 */
export class SentenceEncoder implements Embedder {
  readonly #parts: SentenceEncoderParts
  readonly #info: ModelInfo
  /** Most tokens of a text, prefix included, special tokens excluded. */
  readonly #limit: number
  #closed = false

  constructor(parts: SentenceEncoderParts, dim: number) {
    this.#parts = parts
    this.#limit = parts.profile.window - addedLength(parts.templates.single)
    // What a prefix takes of the window is not there for a chunk.
    const prefix = parts.tokenizer.encode(parts.profile.passagePrefix).length
    this.#info = { ...parts.identity, dim, maxSequenceLength: parts.profile.window - prefix }
  }

  /** The encoder, its width measured by embedding one word. The runtime is closed if that fails. */
  static async open(parts: SentenceEncoderParts): Promise<SentenceEncoder> {
    try {
      const [vector] = await new SentenceEncoder(parts, 0).#run([parts.tokenizer.encode('a')])
      return new SentenceEncoder(parts, vector?.length ?? 0)
    } catch (error) {
      await parts.runtime.close()
      throw error
    }
  }

  info(): ModelInfo {
    return this.#info
  }

  async embed(texts: readonly string[], role: EmbedRole): Promise<Float32Array> {
    this.#mustBeOpen()
    const tokens = texts.map((text) => this.#tokens(text, role))
    const { dim } = this.#info
    const vectors = new Float32Array(texts.length * dim)
    const filled = [...tokens.keys()].filter((index) => tokens[index]?.length !== 0)
    const rows = await this.#run(filled.map((index) => tokens[index] ?? new Uint32Array()))
    for (const [at, index] of filled.entries()) vectors.set(rows[at] ?? [], index * dim)
    return vectors
  }

  countTokens(text: string): number {
    this.#mustBeOpen()
    return this.#parts.tokenizer.encode(text).length
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#parts.runtime.close()
  }

  /** The ids of the prefixed text; none for a text that has none of its own. */
  #tokens(text: string, role: EmbedRole): Uint32Array {
    const { tokenizer, profile } = this.#parts
    const prefix = role === 'query' ? profile.queryPrefix : profile.passagePrefix
    const own = tokenizer.encode(text)
    const tokens = prefix === '' || own.length === 0 ? own : tokenizer.encode(prefix + text)
    if (tokens.length > this.#limit) throw tooLong(this.#info.model, role, tokens.length, this.#limit)
    return tokens
  }

  /** One vector per token list, in order. */
  async #run(tokens: readonly Uint32Array[]): Promise<Float32Array[]> {
    const { runtime, templates, padId, profile, limits } = this.#parts
    const sequences = tokens.map((ids): TokenSequence => fillTemplate(templates.single, { A: ids }))
    const vectors: Float32Array[] = new Array(sequences.length)
    for (const indexes of planBatches(
      sequences.map(({ ids }) => ids.length),
      limits,
    )) {
      const batch = padBatch(
        indexes.flatMap((index) => sequences[index] ?? []),
        padId,
      )
      const rows = await runtime.run(batch, (output) => poolVectors(output, batch, profile.pooling))
      const dim = rows.length / indexes.length
      for (const [row, index] of indexes.entries()) vectors[index] = rows.subarray(row * dim, (row + 1) * dim)
    }
    return vectors
  }

  #mustBeOpen(): void {
    if (this.#closed) throw closedModel(this.#info.model)
  }
}

function tooLong(model: string, role: EmbedRole, tokens: number, limit: number): EmbedError {
  return new EmbedError({
    code: 'EMBED_TEXT_TOO_LONG',
    message: `A ${role} has ${tokens} tokens; ${model} takes at most ${limit}`,
    remedy:
      role === 'query'
        ? 'Ask a shorter question.'
        : `Set \`max_tokens\` in [chunking] of pinakes.toml to at most ${limit}, then run \`pnk sync --rebuild\`.`,
    details: { model, role, tokens, limit },
  })
}
