import {
  type CompiledQuery,
  createQueryId,
  type Expression,
  expressionBuilder,
  type SelectQueryNode,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.js'

/**
 * Where composed queries begin: `queries.selectFrom('documents as d')…` checks every table and column against
 * {@link Tables}. Statements that never vary are SQL text instead, where they run.
 *
 * It composes and has nothing to run on, because SQLite runs synchronously here and kysely's drivers do not. Only the
 * select builder and the compiler are imported: a `Kysely` object carries every other builder, migrations and
 * transactions along, which is three times the code and costs two milliseconds more at each start (decision 0005).
 */
export const queries = expressionBuilder<Tables>()

/** A composed select whose rows are `Row`. */
export interface Select<Row> extends Expression<Row> {
  toOperationNode(): SelectQueryNode
}

const compiler = new SqliteQueryCompiler()

/**
 * The SQL text and the parameters of a select. Values are parameters, so the text depends only on how the select was
 * put together.
 *
 * ```ts
 * compile(queries.selectFrom('documents as d').select('d.id').where('d.path', '=', 'a.md'))
 * // sql: select "d"."id" from "documents" as "d" where "d"."path" = ?    parameters: ['a.md']
 * ```
 */
export function compile<Row>(select: Select<Row>): CompiledQuery<Row> {
  return compiler.compileQuery(select.toOperationNode(), createQueryId())
}
