import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { ChunkFilter, DocumentState } from '../contracts.js'
import type { DocumentsTable } from './tables.js'

/** Builds expressions over a table `documents` that is called `d`. */
type OnDocuments = ExpressionBuilder<{ readonly d: DocumentsTable }, 'd'>

/**
 * The condition that lets the documents of a filter through, for the `where` of any select that has `documents as d`.
 * The statement's text depends only on which fields are present, so that few statements are ever prepared. Everything a
 * user wrote is a parameter, never text of the statement.
 *
 * ```ts
 * queries.selectFrom('documents as d').select('d.id').where(documentFilter({ modifiedFrom: 5 }))
 * // select "d"."id" from "documents" as "d" where (likely("d"."state" = 'active') and "d"."mtime" >= ?)
 * ```
 */
export function documentFilter(filter: ChunkFilter, state: DocumentState = 'active') {
  return (eb: OnDocuments): Expression<SqlBool> =>
    eb.and([state === 'deleted' ? isDeleted(eb) : isActive(eb), ...conditions(eb, filter)])
}

/**
 * Part of the text, not a parameter: that would keep SQLite from the index on active paths. As nearly every document
 * is active, it should also prefer that index, which has them in order, to the one on states; it cannot know.
 */
function isActive(eb: OnDocuments): Expression<SqlBool> {
  return eb.fn('likely', [eb('d.state', '=', sql<DocumentState>`'active'`)])
}

function isDeleted(eb: OnDocuments): Expression<SqlBool> {
  return eb('d.state', '=', sql<DocumentState>`'deleted'`)
}

/** True if a filter lets every active document through. */
export function isUnfiltered(filter: ChunkFilter): boolean {
  return conditions(expressionBuilder(), filter).length === 0
}

function conditions(eb: OnDocuments, filter: ChunkFilter): Expression<SqlBool>[] {
  const { tags = [], sourceType, pathPrefix, modifiedFrom, modifiedBefore } = filter
  const parts: Expression<SqlBool>[] = []
  if (tags.length > 0) parts.push(hasEveryTag(eb, tags))
  if (sourceType !== undefined) parts.push(eb('d.source_type', '=', sourceType))
  if (pathPrefix !== undefined) parts.push(startsWith(eb, pathPrefix))
  if (modifiedFrom !== undefined) parts.push(eb('d.mtime', '>=', modifiedFrom))
  if (modifiedBefore !== undefined) parts.push(eb('d.mtime', '<', modifiedBefore))
  return parts
}

/** Not LIKE or GLOB: `_`, `%`, `*` and case are literal in a path. */
function startsWith(eb: OnDocuments, prefix: string): Expression<SqlBool> {
  const beginning = eb.fn<string>('substr', ['d.path', eb.lit(1), eb.fn('length', [eb.val(prefix)])])
  return eb(beginning, '=', prefix)
}

/** No wanted tag is missing from the document's; the tags are one parameter, however many there are. */
function hasEveryTag(eb: OnDocuments, tags: readonly string[]): Expression<SqlBool> {
  const wanted = sql<{ readonly value: string }>`json_each(${JSON.stringify(tags)})`.as('wanted')
  const tag = sql<{ readonly value: string }>`json_each(${eb.ref('d.metadata')}, '$.tags')`.as('tag')
  const missing = eb
    .selectFrom(wanted)
    .select(eb.lit(1).as('missing'))
    .where('wanted.value', 'not in', eb.selectFrom(tag).select('tag.value'))
  return eb.not(eb.exists(missing))
}
