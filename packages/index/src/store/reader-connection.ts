import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { displayPath, systemErrorCode } from '@pinakes/manifest'
import type { IndexAccessMode } from '../contracts.js'
import { IndexError } from '../errors.js'
import { isWritableFolder } from './folder-access.js'
import {
  checkIndexFile,
  type IndexFileStamp,
  isSameContent,
  isSameFile,
  stampIndexFile,
} from './index-file.js'
import { checkSchema } from './schema-check.js'
import { type Database, openDatabase } from './sqlite.js'

/** A read-only connection to an index, and the file it was opened on. */
export interface ReaderConnection {
  readonly database: Database
  readonly access: IndexAccessMode
  readonly stamp: IndexFileStamp
}

/** A swap takes milliseconds; to meet one at every attempt something else must be wrong. */
const ATTEMPTS = 5

/**
 * A connection to the index at `path`, its schema checked. Creates no file of its own beside it.
 * @throws IndexError as `openIndexReader` says; what SQLite throws is passed on.
 */
export function connectReader(path: string): ReaderConnection {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stamp = stampIndexFile(path)
    checkIndexFile(path, stamp)
    const { database, access } = connectShared(path) ?? connectCopy(path)
    // SQLite opens the log by name at the first read. If a swap came between, this file would meet the log of another.
    if (isSameFile(stamp, stampIndexFile(path))) return { database, access, stamp }
    database.close()
  }
  throw everChanging(path)
}

type Opened = Pick<ReaderConnection, 'database' | 'access'>

/** The usual way, together with writers; null where the folder does not let SQLite keep its files beside the index. */
function connectShared(path: string): Opened | null {
  try {
    return { database: openChecked(path, path), access: 'shared' }
  } catch (error) {
    if (needsFolder(error) && !isWritableFolder(dirname(path))) return null
    throw error
  }
}

/**
 * A copy in the system's temporary folder. SQLite could read the file in place if told that it never changes, but only
 * through URI file names, which the driver's build leaves out; and a log has to be replayed somewhere.
 */
function connectCopy(path: string): Opened {
  let folder: string | null = null
  try {
    folder = mkdtempSync(join(tmpdir(), 'pinakes-index-'))
    const copy = join(folder, 'index.db')
    copyIndex(path, copy)
    // Opened files outlive their names, so nothing is left behind even by a process that is killed.
    return { database: openChecked(path, copy), access: 'copy' }
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : copyFailed(path, error)
  } finally {
    if (folder !== null) removeCopy(folder)
  }
}

function copyIndex(path: string, copy: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stampIndexFile(path)
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    if (before.walSize > 0n) copyFileSync(`${path}-wal`, `${copy}-wal`)
    if (isSameContent(before, stampIndexFile(path))) return
  }
  throw everChanging(path)
}

function copyFailed(path: string, cause: unknown): IndexError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new IndexError({
    code: 'INDEX_UNREADABLE',
    message: `The folder of the index ${displayPath(path)} cannot be written, and the index could not be copied to ${displayPath(tmpdir())}: ${reason}`,
    remedy:
      'Set TMPDIR to a folder that can be written and has room, or make the folder of the index writable.',
    details: { path, temporary: tmpdir() },
    cause,
  })
}

function everChanging(path: string): IndexError {
  return new IndexError({
    code: 'INDEX_BUSY',
    message: `The index ${displayPath(path)} changed at each of ${ATTEMPTS} attempts to open it`,
    remedy: 'Run the command again; if it stays so, look for a `pnk sync` that runs in a loop.',
    details: { path },
  })
}

function removeCopy(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Windows keeps open files; its temporary folder is the system's to empty.
  }
}

function openChecked(path: string, location: string): Database {
  const database = openDatabase(location, { readonly: true, fileMustExist: true })
  try {
    checkSchema(path, database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** What SQLite answers when it can neither create nor open the log and its index. */
function needsFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(?:CANTOPEN|READONLY)/.test(String(error.code))
}
