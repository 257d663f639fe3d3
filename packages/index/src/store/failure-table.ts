import type { FailureRow, FailureStage } from '../contracts.js'
import { type Database, prepare } from './sqlite.js'

/** The recorded failures, the latest last. Throws what SQLite throws. */
export function readFailures(database: Database): FailureRow[] {
  const records = prepare(database, 'SELECT path, stage, error, happened FROM failures ORDER BY id')
    .raw()
    .all() as [string, FailureStage, string, string][]
  return records.map(([path, stage, error, happened]) => ({ path, stage, error, happened }))
}

/** Records a failure in the place of an earlier one of the same path. */
export function putFailure(database: Database, { path, stage, error, happened }: FailureRow): void {
  // REPLACE gives a new id, so that the order of ids stays the order of events.
  prepare(database, 'INSERT OR REPLACE INTO failures (path, stage, error, happened) VALUES (?, ?, ?, ?)').run(
    path,
    stage,
    error,
    happened,
  )
}

export function deleteFailures(database: Database, paths: readonly string[]): void {
  const remove = prepare(database, 'DELETE FROM failures WHERE path = ?')
  for (const path of paths) remove.run(path)
}
