import { displayPath } from '@pinakes/manifest'
import { IndexError } from '../errors.js'
import { SCHEMA_VERSION } from './schema.js'
import type { Database } from './sqlite.js'

/**
 * Returns if the database is an index of this edition's layout. It is the first read of a connection, so it also
 * meets whatever keeps the file from being read.
 * @throws IndexError `INDEX_SCHEMA_MISMATCH`; what SQLite throws is passed on.
 */
export function checkSchema(path: string, database: Database): void {
  const found = schemaVersion(database)
  if (found === SCHEMA_VERSION) return
  throw new IndexError({
    code: 'INDEX_SCHEMA_MISMATCH',
    message: `The index ${displayPath(path)} has ${
      found === null ? 'no schema version' : `schema version ${JSON.stringify(found)}`
    }, expected ${JSON.stringify(SCHEMA_VERSION)}`,
    remedy: 'Run `pnk sync --rebuild`; documents and sidecars are not touched.',
    details: { path, found, expected: SCHEMA_VERSION },
  })
}

function schemaVersion(database: Database): string | null {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get()
  if (table === undefined) return null
  const version = database.prepare("SELECT value FROM meta WHERE key = 'schema_version'").pluck().get()
  return version === undefined ? null : String(version)
}
