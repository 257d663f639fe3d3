import { closedModel } from '../closed-model.js'
import type { ModelInfo, Reranker } from '../contracts.js'
import { WordPieceTokenizer } from '../wordpiece/tokenizer.js'
import { phraseMatch, rarities, termMatch } from './late-interaction.js'
import type { StaticTable } from './table.js'
import { compareTokens } from './token-columns.js'

/** What the query's wording, found whole, adds to a passage's relevance (fitted: tools/rerank). */
const PHRASE_WEIGHT = 1.75

/**
 * Late interaction over the static token vectors: no weights of its own. Relevance knows which words and what meaning a
 * passage has, not whether they stand together; this adds it. A passage's place is
 *
 *     place(p) = relevance(p) + 1.75 * phraseMatch(query, p)
 *
 * and its score the match of the first passage less what it lies behind it:
 *
 *     score(p) = termMatch(query, first) - (place(first) - place(p))
 *
 * so the best score is 0 to 1, says how well the best passage covers the query, and compares between queries, which
 * relevance does not. Without relevances, {@link termMatch} stands in for them.
 */
export class StaticReranker implements Reranker {
  readonly #info: ModelInfo
  readonly #table: StaticTable
  readonly #tokenizer: WordPieceTokenizer
  readonly #phraseWeight: number
  #closed = false

  /** Takes the table over: it is closed with the reranker. */
  constructor(
    table: StaticTable,
    identity: { readonly model: string; readonly revision: string | null },
    phraseWeight: number = PHRASE_WEIGHT,
  ) {
    this.#table = table
    this.#tokenizer = new WordPieceTokenizer(table.vocabulary)
    this.#phraseWeight = phraseWeight
    this.#info = {
      provider: 'static',
      model: identity.model,
      revision: identity.revision,
      dim: 0,
      maxSequenceLength: Number.MAX_SAFE_INTEGER,
      fingerprint: `sha256:${table.header.payloadSha256}`,
    }
  }

  info(): ModelInfo {
    return this.#info
  }

  async score(query: string, passages: readonly string[], relevance?: readonly number[]): Promise<number[]> {
    if (this.#closed) throw closedModel(this.#info.model)
    if (passages.length === 0) return []
    const compared = compareTokens(this.#table, this.#tokenizer, { query, passages })
    const terms = [...new Set(compared.query)]
    const rare = rarities(terms, compared.passages)
    const match = (passage: Uint32Array | undefined) =>
      passage === undefined ? 0 : termMatch(terms, rare, passage)
    const places = compared.passages.map(
      (passage, i) =>
        (relevance?.[i] ?? match(passage)) + this.#phraseWeight * phraseMatch(compared.query, passage),
    )
    const first = places.reduce((best, place, i) => (place > (places[best] ?? 0) ? i : best), 0)
    const top = match(compared.passages[first])
    return places.map((place) => top - ((places[first] ?? 0) - place))
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#table.close()
    this.#closed = true
  }
}
