import { FNV_SEED, fnvExtend } from './fnv.js'
import type { IdBuffer } from './id-buffer.js'
import { CONTINUATION_SEED, type Vocabulary } from './vocabulary.js'

/** Hashes of the prefixes of what is left of a word; a word is at most 200 units long. */
const prefixes = new Int32Array(201)

/**
 * Appends the ids of `units[0..length)`: the longest entry that begins it, then the longest continuation of the rest,
 * and so on; one `[UNK]` for the whole word if some rest begins with no entry.
 */
export function splitWord(units: Uint16Array, length: number, vocabulary: Vocabulary, ids: IdBuffer): void {
  const pieces: number[] = []
  let start = 0
  while (start < length) {
    const end = longestEntry(units, start, length, vocabulary, pieces)
    if (end === start) {
      ids.push(vocabulary.unknownId)
      return
    }
    start = end
  }
  for (const id of pieces) ids.push(id)
}

/** Adds the id of the longest entry at `start` and returns where it ends, or returns `start`. */
function longestEntry(
  units: Uint16Array,
  start: number,
  length: number,
  vocabulary: Vocabulary,
  pieces: number[],
): number {
  const most = Math.min(length, start + vocabulary.longest)
  let hash = start === 0 ? FNV_SEED : CONTINUATION_SEED
  for (let i = start; i < most; i++) {
    hash = fnvExtend(hash, units[i] ?? 0)
    prefixes[i - start + 1] = hash
  }
  for (let end = most; end > start; end--) {
    const id = vocabulary.find(prefixes[end - start] ?? 0, units, start, end)
    if (id >= 0) {
      pieces.push(id)
      return end
    }
  }
  return start
}
