import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { displayPath } from '@pinakes/manifest'
import type { IndexWriter } from '../contracts.js'
import { IndexError } from '../errors.js'
import { fileError } from './file-error.js'
import { type IndexIdentity, identityMeta } from './identity.js'
import { removeCompanions, removeIndex } from './index-file.js'
import { openIndexWriter } from './open-writer.js'
import { PAGE_SIZE, SCHEMA, SCHEMA_VERSION } from './schema.js'
import { openDatabase } from './sqlite.js'
import { tierMeta } from './vector-tier.js'

/** What a new index is made for. */
export interface CreateIndexOptions {
  readonly identity: IndexIdentity
}

/**
 * A new, empty index at `path`, open for writing; its folder is created. `meta` holds the identity and
 * `build_state = building` until a complete sync says otherwise. The file appears at `path` with all of its tables at
 * once, so a reader never meets half of them. To be called under the sync lock.
 * @throws IndexError `INDEX_EXISTS`, `INDEX_READ_ONLY`, `INDEX_DISK_FULL`, `INDEX_IO`, `SQLITE_UNAVAILABLE`
 */
export function createIndex(path: string, { identity }: CreateIndexOptions): IndexWriter {
  if (existsSync(path)) throw exists(path)
  const draft = draftOf(path)
  try {
    mkdirSync(dirname(path), { recursive: true })
    removeIndex(draft)
    writeSchema(draft, identity)
    syncFile(draft)
    // A log left behind by a deleted index would be replayed into the new one.
    removeCompanions(path)
    renameSync(draft, path)
  } catch (error) {
    removeDraft(draft)
    throw fileError(path, error)
  }
  return openIndexWriter(path)
}

/** Removes an index at `path` that nobody finished, with its draft; nothing there is no error. Under the sync lock. */
export function removeUnfinishedIndex(path: string): void {
  removeIndex(draftOf(path))
  removeIndex(path)
}

function draftOf(path: string): string {
  return `${path}.draft`
}

/** Should that fail too, what happened before is what counts; `doctor` reports left-overs. */
function removeDraft(draft: string): void {
  try {
    removeIndex(draft)
  } catch {
    // The folder cannot be written to, or is none.
  }
}

function writeSchema(path: string, identity: IndexIdentity): void {
  const database = openDatabase(path, {})
  try {
    database.pragma(`page_size = ${PAGE_SIZE}`)
    // No reader can see the draft; it is made durable once, before it gets its name.
    database.pragma('synchronous = OFF')
    database.exec(`BEGIN; ${SCHEMA}`)
    const insert = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
    const meta = {
      schema_version: SCHEMA_VERSION,
      edition: 'typescript',
      build_state: 'building',
      ...tierMeta(0),
      ...identityMeta(identity),
    }
    for (const entry of Object.entries(meta)) insert.run(...entry)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function exists(path: string): IndexError {
  return new IndexError({
    code: 'INDEX_EXISTS',
    message: `An index was to be created at ${displayPath(path)}, where a file is`,
    remedy: 'Run `pnk sync` to bring it up to date, or `pnk sync --rebuild` to replace it.',
    details: { path },
  })
}
