import type { IndexWriter } from '../contracts.js'
import { checkIndexFile, stampIndexFile } from './index-file.js'
import { checkSchema } from './schema-check.js'
import { type Database, openDatabase } from './sqlite.js'
import { mapErrors } from './sqlite-errors.js'
import { SqliteIndexWriter } from './writer.js'

/**
 * Pages of log after which a commit moves it into the file: 32 MiB. SQLite's 4 MiB writes and fsyncs the same hot
 * pages ten times over in a first build of 10,000 chunks.
 */
const CHECKPOINT_PAGES = 4096

/**
 * The existing index at `path`, open for writing: WAL, `synchronous = NORMAL`, foreign keys. A commit survives the
 * death of the process; a power cut may take the last commits, and never leaves half of one. To be called under the
 * sync lock; the caller closes it.
 * @throws IndexError `INDEX_MISSING`, `INDEX_NOT_A_DATABASE`, `INDEX_DAMAGED`, `INDEX_SCHEMA_MISMATCH`, `INDEX_BUSY`,
 * `INDEX_READ_ONLY`, `INDEX_UNREADABLE`, `SQLITE_UNAVAILABLE`
 */
export function openIndexWriter(path: string): IndexWriter {
  checkIndexFile(path, stampIndexFile(path))
  return mapErrors(path, () => {
    const database = openDatabase(path, { fileMustExist: true })
    try {
      checkSchema(path, database)
      configure(database)
      return new SqliteIndexWriter(path, database)
    } catch (error) {
      database.close()
      throw error
    }
  })
}

function configure(database: Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  // The journal of savepoints would go through a file of its own, a tenth of the time of a first build.
  database.pragma('temp_store = MEMORY')
}
