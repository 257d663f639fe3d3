import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { displayPath, syncDirectory } from '@pinakes/manifest'
import { IndexError } from '../errors.js'
import { fileError } from './file-error.js'
import { checkIndexFile, removeCompanions, removeIndex, stampIndexFile } from './index-file.js'
import { openDatabase } from './sqlite.js'

/** Which index takes the place of which. */
export interface SwapOptions {
  /** The index that is served; it need not exist. */
  readonly current: string
  /** The index that takes its place; closed, in the same folder. */
  readonly fresh: string
  /** How long each of three tries waits for readers of the current index, in milliseconds. Default 5000. */
  readonly busyTimeoutMs?: number
}

const ATTEMPTS = 3

/**
 * Puts `fresh` in the place of `current`. Readers that are connected go on with the old file, which
 * keeps its inode, until they look again. A crash at any step leaves one complete index at `current`: its log is moved
 * into the file before the log's name is removed, and nothing is removed after the rename. To be called under the sync
 * lock. Rejects with IndexError `INDEX_SWAP_BUSY` (a reader kept the old log from being emptied; `fresh` is removed),
 * `INDEX_MISSING` or another opening error for `fresh`, `INDEX_NOT_A_DATABASE` where `current` is a folder or a pipe,
 * `INDEX_READ_ONLY`, `INDEX_IO`.
 */
export async function swapIndex({ current, fresh, busyTimeoutMs = 5000 }: SwapOptions): Promise<void> {
  checkIndexFile(fresh, stampIndexFile(fresh))
  const replaces = existsSync(current)
  if (replaces) stampIndexFile(current)
  try {
    // A log beside the fresh index would be left behind by the rename.
    if (!emptyLog(fresh, busyTimeoutMs)) throw swapBusy(fresh)
    removeCompanions(fresh)
    if (replaces && !emptyLogIfReadable(current, busyTimeoutMs)) {
      removeIndex(fresh)
      throw swapBusy(current)
    }
    // While a reader is connected to them, these names must not meet the next file: its log would be theirs.
    removeCompanions(current)
    renameSync(fresh, current)
    await syncDirectory(dirname(current))
  } catch (error) {
    throw fileError(current, error)
  }
}

/** As {@link emptyLog}; true for a file that is no database or damaged, since nothing of it is to be kept. */
function emptyLogIfReadable(path: string, busyTimeoutMs: number): boolean {
  try {
    return emptyLog(path, busyTimeoutMs)
  } catch (error) {
    if (error instanceof Error && 'code' in error && LOST.test(String(error.code))) return true
    throw error
  }
}

const LOST = /^SQLITE_(?:NOTADB|CORRUPT|IOERR_SHORT_READ)/

/** Moves the whole log into the file; false if readers kept it from that at every try. */
function emptyLog(path: string, busyTimeoutMs: number): boolean {
  const database = openDatabase(path, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
      if (result?.busy === 0) return true
    }
    return false
  } finally {
    database.close()
  }
}

function swapBusy(path: string): IndexError {
  return new IndexError({
    code: 'INDEX_SWAP_BUSY',
    message: `The rebuilt index was not put in place: another process is reading ${displayPath(path)} without a pause`,
    remedy: 'Close the programs that search it, then run `pnk sync --rebuild` again.',
    details: { path },
  })
}
