import { compile, type Select } from './queries.js'
import { type Database, prepare } from './sqlite.js'

/**
 * The rows of a composed select, all at once. Its statement is prepared once a connection and found again by its text.
 * Throws what SQLite throws, as all of this file does.
 */
export function allRows<Row>(database: Database, select: Select<Row>): Row[] {
  const { sql, parameters } = compile(select)
  return prepare(database, sql).all(...parameters) as Row[]
}

/** The same one by one, for rows too large to have all of them at once. */
export function eachRow<Row>(database: Database, select: Select<Row>): Iterable<Row> {
  const { sql, parameters } = compile(select)
  return prepare(database, sql).iterate(...parameters) as Iterable<Row>
}
