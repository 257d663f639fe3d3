import type { WordPieceTokenizer } from '../wordpiece/tokenizer.js'
import type { QueryToken } from './late-interaction.js'
import type { RowMemory } from './row-memory.js'
import type { StaticTable } from './table.js'

const WORD = /[\p{L}\p{N}]/u
/** The table knows what English means. Pieces of other scripts have rows too, but only as letters: none is like another. */
const FOREIGN = /(?!\p{Script=Latin})\p{L}/u

/** A query and passages, token by token, punctuation left out. */
export interface Compared {
  /** In the order of the query; a token that stands twice is the same object. */
  readonly query: readonly QueryToken[]
  /** The columns of each passage's tokens, in order. */
  readonly passages: readonly Uint32Array[]
}

/** A column for each distinct token of the texts, and each query token's similarity to all of them. */
export function compareTokens(
  table: StaticTable,
  tokenizer: WordPieceTokenizer,
  texts: { readonly query: string; readonly passages: readonly string[] },
): Compared {
  const columns = new Map<number, number>()
  const read = (text: string) => columnsOf(tokenizer.encodeShared(text), table, columns)
  const query = read(texts.query)
  const passages = texts.passages.map(read)
  const tokens = similarTokens(table, Uint32Array.from(columns.keys()), Math.max(-1, ...query) + 1)
  return { query: [...query].flatMap((column) => tokens[column] ?? []), passages }
}

/** The text's columns, new ones added; tokens without a letter or digit have none. */
function columnsOf(ids: Uint32Array, { vocabulary }: StaticTable, columns: Map<number, number>): Uint32Array {
  const found: number[] = []
  for (const id of ids) {
    const column = columns.get(id)
    if (column !== undefined) found.push(column)
    else if (WORD.test(vocabulary.entry(id))) {
      columns.set(id, columns.size)
      found.push(columns.size - 1)
    }
  }
  return Uint32Array.from(found)
}

/** The first `count` of `ids` as query tokens, compared with all of them. */
function similarTokens({ rows, vocabulary }: StaticTable, ids: Uint32Array, count: number): QueryToken[] {
  const products = rows.products(ids.subarray(0, count), ids)
  const lengths = Float64Array.from(ids, (id) => lengthOf(rows, id))
  const foreign = Array.from(ids, (id) => FOREIGN.test(vocabulary.entry(id)))
  return Array.from({ length: count }, (_, column) => {
    const own = lengths[column] ?? 0
    const row = products.subarray(column * ids.length, (column + 1) * ids.length)
    const similarities = Float32Array.from(row, (product, i) =>
      i !== column && (foreign[i] || foreign[column]) ? 0 : cosine(product, own * (lengths[i] ?? 0)),
    )
    return { column, weight: own * rows.scale(ids[column] ?? 0), similarities }
  })
}

/** The length of a row before its scale. */
function lengthOf(rows: RowMemory, id: number): number {
  const one = Uint32Array.of(id)
  return Math.sqrt(rows.products(one, one)[0] ?? 0)
}

function cosine(product: number, lengths: number): number {
  return lengths > 0 ? Math.max(0, product / lengths) : 0
}
