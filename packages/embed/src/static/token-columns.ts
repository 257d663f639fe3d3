import type { WordPieceTokenizer } from '../wordpiece/tokenizer.js'
import type { QueryToken } from './late-interaction.js'
import type { StaticTable } from './table.js'

const WORD = /[\p{L}\p{N}]/u

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
  const tokens = similarTokens(table, [...columns.keys()], Math.max(-1, ...query) + 1)
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
function similarTokens({ rows }: StaticTable, ids: readonly number[], count: number): QueryToken[] {
  // A row holds until the next is asked for, so those of the query are copied.
  const query = ids.slice(0, count).map((id) => rows.sum(Uint32Array.of(id)).slice())
  const lengths = query.map(lengthOf)
  const similarities = query.map(() => new Float32Array(ids.length))
  for (const [column, id] of ids.entries()) {
    const row = rows.sum(Uint32Array.of(id))
    const length = lengthOf(row)
    for (let i = 0; i < count; i++) {
      const target = similarities[i]
      const scale = length * (lengths[i] ?? 0)
      if (target !== undefined && scale > 0) target[column] = Math.max(0, dot(query[i] ?? row, row) / scale)
    }
  }
  return similarities.map((row, column) => ({ column, weight: lengths[column] ?? 0, similarities: row }))
}

function lengthOf(row: Float32Array): number {
  return Math.sqrt(dot(row, row))
}

/** Four sums side by side, which the processor adds at once. Lengths are multiples of 4. */
function dot(a: Float32Array, b: Float32Array): number {
  let [s, t, u, v] = [0, 0, 0, 0]
  for (let i = 0; i < a.length; i += 4) {
    s += (a[i] ?? 0) * (b[i] ?? 0)
    t += (a[i + 1] ?? 0) * (b[i + 1] ?? 0)
    u += (a[i + 2] ?? 0) * (b[i + 2] ?? 0)
    v += (a[i + 3] ?? 0) * (b[i + 3] ?? 0)
  }
  return s + t + (u + v)
}
