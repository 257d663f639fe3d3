import { closedModel } from '../closed-model.js'
import type { ModelInfo, Reranker } from '../contracts.js'
import type { ModelOutput, ModelRuntime } from '../encode/model-runtime.js'
import { type BatchLimits, planBatches } from '../encode/plan-batches.js'
import { fillTemplate, padBatch, type TokenBatch, type TokenSequence } from '../encode/token-batch.js'
import { EmbedError } from '../errors.js'
import { addedLength, type SequenceTemplates } from '../tokenize/sequence-template.js'
import type { TextTokenizer } from '../tokenize/text-tokenizer.js'
import { truncatePair } from './truncate-pair.js'

/** What a cross-encoder is made of; it takes the runtime over. */
export interface CrossEncoderParts {
  readonly info: ModelInfo
  readonly runtime: ModelRuntime
  readonly tokenizer: TextTokenizer
  readonly templates: SequenceTemplates
  readonly padId: number
  readonly limits: BatchLimits
}

/**
 * A transformer that reads query and passage together and gives one logit (Nogueira and Cho 2019): any range, higher
 * is better, no sigmoid. A pair beyond the window loses tokens of its longer text first. Scores come in the order of
 * the passages.
 */
export class CrossEncoder implements Reranker {
  readonly #parts: CrossEncoderParts
  #closed = false

  constructor(parts: CrossEncoderParts) {
    this.#parts = parts
  }

  info(): ModelInfo {
    return this.#parts.info
  }

  async score(query: string, passages: readonly string[]): Promise<number[]> {
    const { info, runtime, tokenizer, padId, limits } = this.#parts
    if (this.#closed) throw closedModel(info.model)
    const asked = tokenizer.encode(query)
    const pairs = passages.map((passage) => this.#pair(asked, tokenizer.encode(passage)))
    const scores: number[] = new Array(passages.length)
    for (const indexes of planBatches(
      pairs.map(({ ids }) => ids.length),
      limits,
    )) {
      const batch = padBatch(
        indexes.flatMap((index) => pairs[index] ?? []),
        padId,
      )
      const logits = await runtime.run(batch, (output) => logitsOf(output, batch))
      for (const [row, index] of indexes.entries()) scores[index] = logits[row] ?? 0
    }
    return scores
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#parts.runtime.close()
  }

  #pair(query: Uint32Array, passage: Uint32Array): TokenSequence {
    const { info, templates } = this.#parts
    const room = info.maxSequenceLength - addedLength(templates.pair)
    const [first, second] = truncatePair(query.length, passage.length, room)
    return fillTemplate(templates.pair, { A: query.subarray(0, first), B: passage.subarray(0, second) })
  }
}

function logitsOf({ data, dims }: ModelOutput, { rows }: TokenBatch): number[] {
  if (dims[0] !== rows || data.length !== rows) throw notOneLogit(dims, rows)
  const logits = Array.from(data)
  if (!logits.every(Number.isFinite)) throw notFinite()
  return logits
}

function notOneLogit(dims: readonly number[], rows: number): EmbedError {
  return new EmbedError({
    code: 'EMBED_MODEL_UNSUPPORTED',
    message: `The reranker's output has the shape [${dims.join(', ')}]; expected one logit a pair, [${rows}, 1]`,
    remedy: 'Name a cross-encoder in [rerank] of pinakes.toml, for example BAAI/bge-reranker-base.',
    details: { dims },
  })
}

function notFinite(): EmbedError {
  return new EmbedError({
    code: 'EMBED_RUN_FAILED',
    message: 'The reranker gave a logit that is not a finite number',
    remedy: 'Check the weights with `pnk models verify`; if they are whole, name another model or precision.',
  })
}
