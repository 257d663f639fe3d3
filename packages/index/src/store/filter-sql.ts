import type { ChunkFilter, DocumentState } from '../contracts.js'

/** A condition with the values of its placeholders, in order. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/**
 * The condition that lets the documents of a filter through, for a table called `d`. The statement's text depends
 * only on which fields are present, so that few statements are ever prepared. Everything a user wrote is a value,
 * never text of the statement.
 */
export function filterCondition(filter: ChunkFilter, state: DocumentState = 'active'): Condition {
  const { tags = [], sourceType, pathPrefix, modifiedFrom, modifiedBefore } = filter
  // The state is part of the text: a parameter would keep SQLite from the index on active paths.
  const parts: Condition[] = [{ sql: `d.state = '${state}'`, values: [] }]
  if (tags.length > 0) parts.push({ sql: EVERY_TAG, values: [JSON.stringify(tags)] })
  if (sourceType !== undefined) parts.push({ sql: 'd.source_type = ?', values: [sourceType] })
  // Not LIKE or GLOB: `_`, `%`, `*` and case are literal in a path.
  if (pathPrefix !== undefined) {
    parts.push({ sql: 'substr(d.path, 1, length(?)) = ?', values: [pathPrefix, pathPrefix] })
  }
  if (modifiedFrom !== undefined) parts.push({ sql: 'd.mtime >= ?', values: [modifiedFrom] })
  if (modifiedBefore !== undefined) parts.push({ sql: 'd.mtime < ?', values: [modifiedBefore] })
  return { sql: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

/** True if a filter lets every active document through. */
export function isUnfiltered(filter: ChunkFilter): boolean {
  return filterCondition(filter).values.length === 0
}

/** No wanted tag is missing from the document's; one list for any number of them. */
const EVERY_TAG = `NOT EXISTS (
  SELECT 1 FROM json_each(?) AS wanted
  WHERE wanted.value NOT IN (SELECT tag.value FROM json_each(d.metadata, '$.tags') AS tag)
)`
