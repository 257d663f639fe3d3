import { IndexError } from '../errors.js'
import { Memory, type WebAssemblyMemory } from './webassembly.js'

const PAGE = 65_536
/** Past 2 GiB a byte offset no longer fits a signed 32-bit number. */
const MOST_BYTES = 2 ** 31
/** Widest vector: the sum of so many int8 products still fits 32 bits, with room to spare. */
const WIDEST = 65_535

export interface ScanShape {
  /** Numbers in a vector, 1 to 65,535. */
  readonly dim: number
  /** Rows there is room for, at least 0. */
  readonly capacity: number
  /** Bytes in one number of a row and of the query. */
  readonly rowBytes: number
  readonly queryBytes: number
  /** Float32 numbers that go with each row. */
  readonly rowFloats?: number
}

/** A WebAssembly memory with the places of its parts, as byte offsets. */
export interface ScanMemory {
  readonly memory: WebAssemblyMemory
  readonly rows: number
  readonly query: number
  readonly allowed: number
  readonly scores: number
  /** Where each of the `rowFloats` arrays begins; all of them, like `scores`, reach to a multiple of four. */
  readonly floats: readonly number[]
}

/**
 * Memory for the table, zeroed, the rows at its start. Errors: `VECTOR_CAPACITY` when the table is larger than
 * 2 GiB or the system has no room for it, `VECTOR_WIDTH` for a width out of range.
 */
export function scanMemory({ dim, capacity, rowBytes, queryBytes, rowFloats = 0 }: ScanShape): ScanMemory {
  if (!Number.isInteger(dim) || dim < 1 || dim > WIDEST) throw widthOutOfRange(dim)
  const query = align(dim * capacity * rowBytes)
  const scores = align(query + dim * queryBytes)
  const column = align(capacity * 4)
  const floats = Array.from({ length: rowFloats }, (_, i) => scores + (i + 1) * column)
  const allowed = scores + (rowFloats + 1) * column
  const bytes = allowed + capacity
  if (!(bytes <= MOST_BYTES)) throw tooLarge(dim, capacity, bytes)
  return { memory: allocate(bytes, dim, capacity), rows: 0, query, allowed, scores, floats }
}

function align(offset: number): number {
  return Math.ceil(offset / 16) * 16
}

function allocate(bytes: number, dim: number, capacity: number): WebAssemblyMemory {
  const pages = Math.max(1, Math.ceil(bytes / PAGE))
  try {
    return new Memory({ initial: pages, maximum: pages })
  } catch (cause) {
    throw tooLarge(dim, capacity, bytes, cause)
  }
}

function tooLarge(dim: number, capacity: number, bytes: number, cause?: unknown): IndexError {
  const gib = (bytes / 2 ** 30).toFixed(1)
  const found = `${capacity} vectors of ${dim} numbers need ${gib} GiB in memory`
  return new IndexError({
    code: 'VECTOR_CAPACITY',
    message:
      cause === undefined ? `${found}; a scan holds at most 2 GiB` : `${found}, which the system refused`,
    remedy: 'Split the knowledge base into several and connect them with [[links.kb]]',
    details: { dim, capacity, bytes },
    ...(cause === undefined ? {} : { cause }),
  })
}

function widthOutOfRange(dim: number): IndexError {
  return new IndexError({
    code: 'VECTOR_WIDTH',
    message: `vectors of ${dim} numbers cannot be scanned: expected a whole number from 1 to ${WIDEST}`,
    remedy: 'Correct [embedding] dim in pinakes.toml, then run: pnk sync --rebuild',
    details: { dim },
  })
}
