import { type Database, prepare } from './sqlite.js'

/** Every entry of `meta`. Throws what SQLite throws. */
export function readMeta(database: Database): Map<string, string> {
  return new Map(
    prepare(database, 'SELECT key, value FROM meta ORDER BY key').raw().all() as [string, string][],
  )
}

/** Writes the entries; null deletes the key. */
export function writeMeta(database: Database, entries: Readonly<Record<string, string | null>>): void {
  const upsert = prepare(
    database,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = prepare(database, 'DELETE FROM meta WHERE key = ?')
  for (const [key, value] of Object.entries(entries)) {
    if (value === null) remove.run(key)
    else upsert.run(key, value)
  }
}
