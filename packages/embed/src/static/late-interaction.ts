/** A token of a query, beside every token that the query or the passages hold: their columns. */
export interface QueryToken {
  readonly column: number
  /** The length of its row: what it adds to a text's vector. Frequent words have short rows. */
  readonly weight: number
  /** The cosine to each column's token, 0 to 1, negative ones cut to 0; `[columns]`. */
  readonly similarities: Float32Array
}

/**
 * How much of the query's wording stands in the passage, 0 to 1: for each two neighbours of the query, the two
 * neighbours of the passage most like them (product of the similarities), averaged with the product of the two weights.
 * The query is in its order, the passage a list of columns. 0 for a query of fewer than two tokens.
 */
export function phraseMatch(query: readonly QueryToken[], passage: Uint32Array): number {
  let sum = 0
  let total = 0
  for (const [i, second] of query.entries()) {
    const first = query[i - 1]
    if (first === undefined) continue
    const weight = first.weight * second.weight
    total += weight
    sum += weight * bestPair(first.similarities, second.similarities, passage)
  }
  return total === 0 ? 0 : sum / total
}

function bestPair(first: Float32Array, second: Float32Array, passage: Uint32Array): number {
  let best = 0
  for (let i = 1; i < passage.length; i++) {
    const product = (first[passage[i - 1] ?? 0] ?? 0) * (second[passage[i] ?? 0] ?? 0)
    if (product > best) best = product
  }
  return best
}

/**
 * How well the passage covers what is special about the query, 0 to 1 (ColBERT's MaxSim, Khattab and Zaharia 2020, with
 * weights): for each distinct token of the query the most similar of the passage, averaged with the square of weight
 * times rarity; `rarities` holds one a token. 0 if all weights are 0.
 */
export function termMatch(
  tokens: readonly QueryToken[],
  rarities: readonly number[],
  passage: Uint32Array,
): number {
  let sum = 0
  let total = 0
  for (const [i, { weight, similarities }] of tokens.entries()) {
    const squared = (weight * (rarities[i] ?? 0)) ** 2
    total += squared
    sum += squared * passage.reduce((best, column) => Math.max(best, similarities[column] ?? 0), 0)
  }
  return total === 0 ? 0 : sum / total
}

/**
 * The inverse document frequency of each token among the passages, above 0 (Robertson and Zaragoza 2009): a word of the
 * question that few of the passages found for it hold is the one that an answer must have.
 */
export function rarities(tokens: readonly QueryToken[], passages: readonly Uint32Array[]): number[] {
  return tokens.map(({ column }) => {
    const holding = passages.filter((passage) => passage.includes(column)).length
    return Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))
  })
}
