import { type BigIntStats, closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { displayPath, systemErrorCode } from '@pinakes/manifest'
import { IndexError, type IndexErrorCode } from '../errors.js'

/** What SQLite keeps beside a database file. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

/** The index file as the file system sees it; two equal stamps are the same unchanged file. */
export interface IndexFileStamp {
  readonly device: bigint
  readonly inode: bigint
  readonly size: bigint
  readonly mtimeNs: bigint
  /** Bytes in the write-ahead log; 0 if there is none. */
  readonly walSize: bigint
}

/**
 * The stamp of the index at `path`.
 * @throws IndexError `INDEX_MISSING`, `INDEX_NOT_A_DATABASE` (no regular file), `INDEX_UNREADABLE`
 */
export function stampIndexFile(path: string): IndexFileStamp {
  const stats = statFile(path)
  if (stats === undefined) throw missing(path)
  if (!stats.isFile()) throw notAFile(path)
  const { dev, ino, size, mtimeNs } = stats
  return { device: dev, inode: ino, size, mtimeNs, walSize: statFile(`${path}-wal`)?.size ?? 0n }
}

/** True if both stamps are of one file, however changed. */
export function isSameFile(a: IndexFileStamp, b: IndexFileStamp): boolean {
  return a.inode === b.inode && a.device === b.device
}

/** True if both stamps are of one file with the same content, as far as the file system tells. */
export function isSameContent(a: IndexFileStamp, b: IndexFileStamp): boolean {
  return isSameFile(a, b) && a.size === b.size && a.mtimeNs === b.mtimeNs && a.walSize === b.walSize
}

/**
 * Returns if the file begins as a database and is as long as its header says. SQLite itself would take an empty file
 * for an empty database and find a cut only when it meets the lost page.
 * @throws IndexError `INDEX_NOT_A_DATABASE`, `INDEX_DAMAGED`, `INDEX_UNREADABLE`
 */
export function checkIndexFile(path: string, stamp: IndexFileStamp): void {
  const header = readHeader(path)
  if (header.length === 0) throw notADatabase(path, 'is empty')
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw notADatabase(path, 'is not a database')
  }
  // While a log is there, the header may already count pages that only a checkpoint will write.
  if (stamp.walSize > 0n) return
  const expected = headerPageSize(header) * header.readUInt32BE(28)
  if (stamp.size >= expected) return
  throw new IndexError({
    code: 'INDEX_DAMAGED',
    message: `The index ${displayPath(path)} is cut short: expected ${expected} bytes, found ${stamp.size}`,
    remedy: 'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
    details: { path, expected, found: Number(stamp.size) },
  })
}

/** Removes an index with everything SQLite keeps beside it; nothing there is no error. */
export function removeIndex(path: string): void {
  removeCompanions(path)
  rmSync(path, { force: true })
}

/** Removes what is left beside a database that no connection has open. */
export function removeCompanions(path: string): void {
  for (const suffix of COMPANIONS) rmSync(path + suffix, { force: true })
}

/** Bytes 16 and 17 of the header; the value 1 stands for 65536. */
function headerPageSize(header: Buffer): number {
  const size = header.readUInt16BE(16)
  return size === 1 ? 65536 : size
}

function readHeader(path: string): Buffer {
  const buffer = Buffer.alloc(HEADER_BYTES)
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, HEADER_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw systemErrorCode(error) === 'ENOENT' ? missing(path) : unreadable(path, error)
  }
}

function statFile(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if (systemErrorCode(error) === 'ENOTDIR') return undefined
    throw unreadable(path, error)
  }
}

function missing(path: string): IndexError {
  return fault('INDEX_MISSING', path, 'does not exist', 'Run `pnk sync` to build it.')
}

/** Nothing that a rebuild could replace: it may be a folder with something in it. */
function notAFile(path: string): IndexError {
  const remedy = `Move ${displayPath(path)} away, then run \`pnk sync\`.`
  return fault('INDEX_NOT_A_DATABASE', path, 'is no regular file', remedy)
}

function notADatabase(path: string, what: string): IndexError {
  return fault(
    'INDEX_NOT_A_DATABASE',
    path,
    what,
    'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
  )
}

function unreadable(path: string, cause: unknown): IndexError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy = 'Give yourself access to the file and its folder.'
  return fault('INDEX_UNREADABLE', path, `cannot be read (${reason})`, remedy, cause)
}

function fault(code: IndexErrorCode, path: string, what: string, remedy: string, cause?: unknown) {
  const message = `The index ${displayPath(path)} ${what}`
  return new IndexError({ code, message, remedy, details: { path }, cause })
}
