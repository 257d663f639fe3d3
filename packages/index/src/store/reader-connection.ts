import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { displayPath } from '@pinakes/manifest'
import type { IndexAccessMode } from '../contracts.js'
import { IndexError } from '../errors.js'
import { fileError } from './file-error.js'
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
    const { database, access } = connectShared(path) ?? connectAlone(path, stamp)
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

/** In a folder that cannot be written nobody commits, so the file can be read as it is, or as its log completes it. */
function connectAlone(path: string, stamp: IndexFileStamp): Opened {
  if (stamp.walSize > 0n) return connectCopy(path)
  const database = openChecked(path, `${pathToFileURL(path).href}?immutable=1`)
  return { database, access: 'immutable' }
}

function connectCopy(path: string): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-index-'))
  try {
    const copy = join(folder, 'index.db')
    copyIndex(path, copy)
    // Opened files outlive their names, so nothing is left behind even by a process that is killed.
    return { database: openChecked(path, copy), access: 'copy' }
  } catch (error) {
    throw fileError(path, error)
  } finally {
    removeCopy(folder)
  }
}

function copyIndex(path: string, copy: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stampIndexFile(path)
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    if (isSameContent(before, stampIndexFile(path))) return
  }
  throw everChanging(path)
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
