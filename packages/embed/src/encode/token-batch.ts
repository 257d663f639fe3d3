import type { TemplatePart } from '../tokenize/sequence-template.js'

/** One input of a model: ids with special tokens, and which text each belongs to. */
export interface TokenSequence {
  readonly ids: Uint32Array
  readonly typeIds: Uint8Array
}

/** Sequences padded to one length; each array is row-major `[rows, columns]`. */
export interface TokenBatch {
  readonly rows: number
  readonly columns: number
  readonly inputIds: BigInt64Array
  /** 1 for a token, 0 for padding. */
  readonly attentionMask: BigInt64Array
  readonly tokenTypeIds: BigInt64Array
}

/** The ids of `texts` set into the template. */
export function fillTemplate(
  template: readonly TemplatePart[],
  texts: { readonly A: Uint32Array; readonly B?: Uint32Array },
): TokenSequence {
  const parts = template.map((part) => ({
    ids: 'ids' in part ? part.ids : (texts[part.text] ?? new Uint32Array()),
    typeId: part.typeId,
  }))
  const length = parts.reduce((sum, part) => sum + part.ids.length, 0)
  const ids = new Uint32Array(length)
  const typeIds = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    ids.set(part.ids, at)
    typeIds.fill(part.typeId, at, at + part.ids.length)
    at += part.ids.length
  }
  return { ids, typeIds }
}

/** The sequences side by side, padded at the right with `padId` to the longest. */
export function padBatch(sequences: readonly TokenSequence[], padId: number): TokenBatch {
  const rows = sequences.length
  const columns = sequences.reduce((most, { ids }) => Math.max(most, ids.length), 0)
  const inputIds = new BigInt64Array(rows * columns).fill(BigInt(padId))
  const attentionMask = new BigInt64Array(rows * columns)
  const tokenTypeIds = new BigInt64Array(rows * columns)
  for (const [row, { ids, typeIds }] of sequences.entries()) {
    const start = row * columns
    for (let i = 0; i < ids.length; i++) {
      inputIds[start + i] = BigInt(ids[i] ?? 0)
      attentionMask[start + i] = 1n
      tokenTypeIds[start + i] = BigInt(typeIds[i] ?? 0)
    }
  }
  return { rows, columns, inputIds, attentionMask, tokenTypeIds }
}
