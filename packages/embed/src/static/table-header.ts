/** Bytes of the header; the checksum covers everything after them. */
export const HEADER_BYTES = 128
const MAGIC = 'PNKSTAT1'
const VERSION = 1

/** The header of a table file. Offsets are bytes from the start of the file. */
export interface TableHeader {
  readonly vocabularySize: number
  readonly dim: number
  readonly unknownId: number
  readonly slots: number
  readonly longest: number
  readonly indexOffset: number
  readonly textOffset: number
  readonly slotsOffset: number
  readonly scalesOffset: number
  readonly rowsOffset: number
  readonly fileBytes: number
  /** SHA-256 of the bytes after the header, lower-case hex. */
  readonly payloadSha256: string
}

/** Reads the header (layout: `tools/distill/pack.py`), or says in a few words what is wrong with it. */
export function parseTableHeader(bytes: Buffer, fileBytes: number): TableHeader | { readonly fault: string } {
  if (bytes.length < HEADER_BYTES) return { fault: `it has ${bytes.length} bytes, less than a header` }
  if (bytes.toString('latin1', 0, 8) !== MAGIC) return { fault: 'it does not begin as a table file does' }
  const version = bytes.readUInt32LE(8)
  if (version !== VERSION) return { fault: `its format is version ${version}, this release reads ${VERSION}` }
  const header = fields(bytes)
  if (header.fileBytes !== fileBytes) {
    return { fault: `it should have ${header.fileBytes} bytes and has ${fileBytes}` }
  }
  return isConsistent(header) ? header : { fault: 'its header contradicts itself' }
}

function fields(bytes: Buffer): TableHeader {
  const number = (position: number) => bytes.readUInt32LE(12 + 4 * position)
  return {
    vocabularySize: number(0),
    dim: number(1),
    unknownId: number(2),
    slots: number(3),
    longest: number(4),
    indexOffset: number(5),
    textOffset: number(6),
    slotsOffset: number(7),
    scalesOffset: number(8),
    rowsOffset: number(9),
    fileBytes: number(10),
    payloadSha256: bytes.toString('hex', 64, 96),
  }
}

/** Every section starts aligned and ends before the next, and the rows end with the file. */
function isConsistent(header: TableHeader): boolean {
  const { vocabularySize, dim, slots } = header
  const starts = [
    header.indexOffset,
    header.textOffset,
    header.slotsOffset,
    header.scalesOffset,
    header.rowsOffset,
  ]
  const least = [4 * (vocabularySize + 1), 0, 2 * slots, 4 * vocabularySize, vocabularySize * dim]
  const ends = [...starts.slice(1), header.fileBytes]
  return (
    dim > 0 &&
    dim % 32 === 0 &&
    header.unknownId < vocabularySize &&
    slots > vocabularySize &&
    (slots & (slots - 1)) === 0 &&
    starts.every(
      (start, i) => start % 64 === 0 && start >= HEADER_BYTES && start + (least[i] ?? 0) <= (ends[i] ?? 0),
    ) &&
    header.rowsOffset + vocabularySize * dim === header.fileBytes
  )
}
