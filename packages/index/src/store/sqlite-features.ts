import { openDatabase } from './sqlite.js'

/**
 * True if the SQLite library was compiled with full-text search (FTS5), without which no index can be read.
 * @throws IndexError `SQLITE_UNAVAILABLE`
 */
export function hasFts5(): boolean {
  const database = openDatabase(':memory:', {})
  try {
    return database.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5')").pluck().get() === 1
  } finally {
    database.close()
  }
}
