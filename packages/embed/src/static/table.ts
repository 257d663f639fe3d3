import { closeSync, fstatSync, openSync } from 'node:fs'
import { Vocabulary } from '../wordpiece/vocabulary.js'
import { damagedTable } from './damaged.js'
import { readFully } from './read-fully.js'
import { RowMemory } from './row-memory.js'
import { HEADER_BYTES, parseTableHeader, type TableHeader } from './table-header.js'

/** An open table file. Its holder closes it. */
export interface StaticTable {
  readonly header: TableHeader
  readonly vocabulary: Vocabulary
  readonly rows: RowMemory
  close(): void
}

/**
 * Opens a table: size and header are checked, the vocabulary is read (under a megabyte, nothing to parse), the rows
 * are read as they are needed.
 * @throws EmbedError `EMBED_MODEL_DAMAGED`; a system error if the file cannot be opened
 */
export function openTable(path: string): StaticTable {
  const descriptor = openSync(path, 'r')
  try {
    const header = readHeader(path, descriptor)
    const front = readFront(path, descriptor, header)
    return {
      header,
      vocabulary: front.vocabulary,
      rows: new RowMemory(header, descriptor, front.scales),
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function readHeader(path: string, descriptor: number): TableHeader {
  const { size } = fstatSync(descriptor)
  const bytes = Buffer.alloc(Math.min(size, HEADER_BYTES))
  readFully(descriptor, bytes, 0)
  const header = parseTableHeader(bytes, size)
  if ('fault' in header) throw damagedTable(path, header.fault)
  return header
}

/** Everything before the rows, viewed in place. */
function readFront(path: string, descriptor: number, header: TableHeader) {
  const buffer = new ArrayBuffer(header.rowsOffset)
  readFully(descriptor, new Uint8Array(buffer), 0)
  const index = new Uint32Array(buffer, header.indexOffset, header.vocabularySize + 1)
  const textUnits = index[header.vocabularySize] ?? 0
  if (header.textOffset + 2 * textUnits > header.slotsOffset)
    throw damagedTable(path, 'its vocabulary overlaps')
  const vocabulary = new Vocabulary({
    index,
    text: new Uint16Array(buffer, header.textOffset, textUnits),
    slots: new Uint16Array(buffer, header.slotsOffset, header.slots),
    longest: header.longest,
    unknownId: header.unknownId,
  })
  return { vocabulary, scales: new Float32Array(buffer, header.scalesOffset, header.vocabularySize) }
}
