import { createHash } from 'node:crypto'
import { vocabularyArrays } from '../../src/wordpiece/vocabulary.js'

/** A table to write: one row for each vocabulary entry, `dim` a multiple of 32. */
export interface TableSource {
  readonly entries: readonly string[]
  readonly dim: number
  readonly scales: Float32Array
  readonly rows: Int8Array
}

/** The bytes of a table file, by the layout that `tools/distill/pack.py` states. */
export function tableBytes(source: TableSource): Buffer {
  const vocabulary = vocabularyArrays(source.entries)
  const sections = [vocabulary.index, vocabulary.text, vocabulary.slots, source.scales, source.rows]
  const parts: Buffer[] = []
  const offsets: number[] = []
  let at = 128
  for (const section of sections) {
    const padding = (64 - (at % 64)) % 64
    offsets.push(at + padding)
    parts.push(Buffer.alloc(padding), Buffer.from(section.buffer, section.byteOffset, section.byteLength))
    at += padding + section.byteLength
  }
  const header = Buffer.alloc(128)
  header.write('PNKSTAT1', 'latin1')
  const { entries, dim } = source
  const { unknownId, slots, longest } = vocabulary
  const numbers = [1, entries.length, dim, unknownId, slots.length, longest, ...offsets, at]
  for (const [i, number] of numbers.entries()) header.writeUInt32LE(number, 8 + 4 * i)
  createHash('sha256').update(Buffer.concat(parts)).digest().copy(header, 64)
  return Buffer.concat([header, ...parts])
}

/** A table of four words over 32 numbers: `up` and `down` are opposite, `left` stands across, `[UNK]` is zero. */
export function smallTable(): TableSource {
  const entries = ['[UNK]', 'up', 'down', 'left']
  const rows = new Int8Array(4 * 32)
  rows.fill(100, 32, 48)
  rows.fill(-100, 64, 80)
  rows.fill(50, 112, 128)
  return { entries, dim: 32, scales: Float32Array.of(0, 0.5, 0.5, 1), rows }
}
