import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { IndexError } from '../errors.js'

export type Database = BetterSqlite3.Database
export type Statement = BetterSqlite3.Statement<unknown[], unknown>

/** How long a connection waits for another one's lock. */
export const BUSY_TIMEOUT_MS = 5000

type Driver = new (path: string, options?: BetterSqlite3.Options) => Database

const require = createRequire(import.meta.url)
let driver: Driver | null = null

/**
 * A connection to the database at `path`. The driver is loaded at the first call, because it is a native module and
 * most of what imports this package never opens an index.
 * @throws IndexError `SQLITE_UNAVAILABLE` when the native module was not built or belongs to another Node; what
 * SQLite throws is passed on.
 */
export function openDatabase(path: string, options: BetterSqlite3.Options): Database {
  try {
    driver ??= require('better-sqlite3') as Driver
    return new driver(path, { timeout: BUSY_TIMEOUT_MS, ...options })
  } catch (error) {
    throw nativeModuleError(error) ?? error
  }
}

const prepared = new WeakMap<Database, Map<string, Statement>>()

/**
 * The prepared statement of `sql`, compiled once a connection. A result mode (`raw`, `pluck`) stays with it, so one
 * text has to be used in one mode everywhere.
 */
export function prepare(database: Database, sql: string): Statement {
  const known = prepared.get(database) ?? new Map<string, Statement>()
  prepared.set(database, known)
  const statement = known.get(sql) ?? database.prepare(sql)
  known.set(sql, statement)
  return statement
}

/** A number that changes when another connection has committed; inside a transaction it stays. */
export function dataVersion(database: Database): number {
  return database.pragma('data_version', { simple: true }) as number
}

/**
 * The version of the SQLite library, as `3.53.2`.
 * @throws IndexError `SQLITE_UNAVAILABLE`
 */
export function sqliteVersion(): string {
  const database = openDatabase(':memory:', {})
  try {
    return database.prepare('SELECT sqlite_version()').pluck().get() as string
  } finally {
    database.close()
  }
}

/**
 * The error for a driver that does not load, or null if `error` is about something else. Three things end here: an
 * installation without install scripts (no binary), a binary for another Node version, a package that is not there.
 */
export function nativeModuleError(error: unknown): IndexError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const absent = code === 'MODULE_NOT_FOUND'
  const unbuilt = error.message.startsWith('Could not locate the bindings file')
  if (!absent && !unbuilt && code !== 'ERR_DLOPEN_FAILED') return null
  const firstLine = error.message.split('\n', 1)[0] ?? ''
  const why = unbuilt ? 'its native part was not built' : firstLine
  return new IndexError({
    code: 'SQLITE_UNAVAILABLE',
    message: `The SQLite library (better-sqlite3) does not load in Node ${process.version}: ${why}`,
    remedy: absent
      ? 'Run `npm install better-sqlite3` where Pinakes is installed.'
      : 'Run `npm rebuild better-sqlite3` where Pinakes is installed (`npm rebuild -g better-sqlite3` for a global installation).',
    details: { node: process.version, abi: process.versions.modules, platform: process.platform },
    cause: error,
  })
}
