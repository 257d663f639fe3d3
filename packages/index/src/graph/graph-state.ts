import { type Database, prepare } from '../store/sqlite.js'

/** The `meta` entry of an index whose graph was derived from its documents as they are. */
export const CURRENT_GRAPH = { graph_state: 'current' } as const

/** The same of one whose documents have changed since. */
export const OLD_GRAPH = { graph_state: null } as const

/** Whether no document changed since the graph was derived. Throws what SQLite throws. */
export function isGraphCurrent(database: Database): boolean {
  return prepare(database, "SELECT 1 FROM meta WHERE key = 'graph_state'").pluck().get() !== undefined
}
