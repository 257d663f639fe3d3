import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ChunkFilter, DocumentRow } from '../../src/contracts.js'
import { documentFilter, isUnfiltered } from '../../src/store/document-filter.js'
import { chunkCountsQuery, countChunksQuery, documentsQuery } from '../../src/store/document-queries.js'
import { vectorsQuery } from '../../src/store/exact-table.js'
import { matchesQuery } from '../../src/store/lexical-search.js'
import { compile, queries, type Select } from '../../src/store/queries.js'
import { rangesQuery } from '../../src/store/row-layout.js'
import { allRows } from '../../src/store/run-query.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { candidatesQuery } from '../../src/store/sqlite-vec.js'
import { allowedQuery } from '../../src/store/vector-search.js'
import { docId, write } from './documents.js'
import { closeLater, newIndex } from './fixture.js'

const EVERY_FIELD: ChunkFilter = {
  tags: ['red', 'blue'],
  sourceType: 'pdf',
  pathPrefix: 'docs/',
  modifiedFrom: 1,
  modifiedBefore: 2.5,
}

const ACTIVE = `likely("d"."state" = 'active')`

const EVERY_CONDITION = [
  ACTIVE,
  `not exists (select 1 as "missing" from json_each(?) as "wanted" where "wanted"."value" not in (select "tag"."value" from json_each("d"."metadata", '$.tags') as "tag"))`,
  '"d"."source_type" = ?',
  'substr("d"."path", 1, length(?)) = ?',
  '"d"."mtime" >= ?',
  '"d"."mtime" < ?',
].join(' and ')

const EVERY_VALUE = ['["red","blue"]', 'pdf', 'docs/', 'docs/', 1, 2.5]

function textOf(select: Select<unknown>) {
  const { sql, parameters } = compile(select)
  return { sql, parameters }
}

const ids = queries.selectFrom('documents as d').select('d.id')

describe('a filter', () => {
  it.each<[ChunkFilter, string, unknown[]]>([
    [{}, '', []],
    [{ tags: [] }, '', []],
    [{ sourceType: 'code' }, ' and "d"."source_type" = ?', ['code']],
    [{ pathPrefix: '' }, ' and substr("d"."path", 1, length(?)) = ?', ['', '']],
    [{ modifiedFrom: 0 }, ' and "d"."mtime" >= ?', [0]],
    [{ modifiedBefore: 7 }, ' and "d"."mtime" < ?', [7]],
    [{ modifiedFrom: 3, modifiedBefore: 7 }, ' and "d"."mtime" >= ? and "d"."mtime" < ?', [3, 7]],
  ])('%j adds a condition for each field that is present', (filter, sql, parameters) => {
    const where = sql === '' ? ACTIVE : `(${ACTIVE}${sql})`
    expect(textOf(ids.where(documentFilter(filter)))).toEqual({
      sql: `select "d"."id" from "documents" as "d" where ${where}`,
      parameters,
    })
    expect(isUnfiltered(filter)).toBe(parameters.length === 0)
  })

  it('of every field has one condition each, and one parameter for any number of tags', () => {
    expect(textOf(ids.where(documentFilter(EVERY_FIELD)))).toEqual({
      sql: `select "d"."id" from "documents" as "d" where (${EVERY_CONDITION})`,
      parameters: EVERY_VALUE,
    })
    expect(isUnfiltered(EVERY_FIELD)).toBe(false)
  })

  it('has the state in its text, because SQLite takes the partial index on active paths for no parameter', () => {
    const deleted = textOf(ids.where(documentFilter({ modifiedFrom: 3 }, 'deleted')))
    expect(deleted.sql).toContain(`where ("d"."state" = 'deleted' and "d"."mtime" >= ?)`)
    expect(deleted.parameters).toEqual([3])
  })
})

describe('the composed text', () => {
  it('of listing documents', () => {
    expect(textOf(documentsQuery(EVERY_FIELD))).toEqual({
      sql:
        'select "d"."id", "d"."path", "d"."content_hash" as "contentHash", "d"."sidecar_hash" as "sidecarHash", ' +
        '"d"."mtime", "d"."source_type" as "sourceType", "d"."title", "d"."metadata", "d"."state", ' +
        '"d"."extraction_backend" as "extractionBackend", "d"."extraction_fingerprint" as "extractionFingerprint" ' +
        `from "documents" as "d" where (${EVERY_CONDITION}) order by "d"."path", "d"."id"`,
      parameters: EVERY_VALUE,
    })
  })

  it('of counting chunks, together and by document', () => {
    expect(textOf(countChunksQuery(EVERY_FIELD))).toEqual({
      sql: `select coalesce(sum("d"."chunk_count"), 0) as "chunks" from "documents" as "d" where (${EVERY_CONDITION})`,
      parameters: EVERY_VALUE,
    })
    expect(textOf(chunkCountsQuery(EVERY_FIELD))).toEqual({
      sql: `select "d"."id", "d"."chunk_count" as "chunks" from "documents" as "d" where (${EVERY_CONDITION}) and "d"."chunk_count" > 0 order by "d"."path"`,
      parameters: EVERY_VALUE,
    })
  })

  it('of a lexical search looks up allowed chunks, and none without a filter', () => {
    const [before, after] = [
      'select "top"."chunk", "top"."score" from (select "f"."rowid" as "chunk", bm25("f"."chunks_fts", 1, 2) as "score" from "chunks_fts" as "f" where "f"."chunks_fts" match ?',
      ' order by "score" limit ?) as "top" inner join "chunks" as "c" on "c"."id" = "top"."chunk" inner join "documents" as "d" on "d"."id" = "c"."doc_id" order by "top"."score", "d"."path", "c"."ordinal"',
    ]
    const query = { expression: '"duty" OR "rota"', limit: 5 }
    expect(textOf(matchesQuery({ ...query, filter: {} }, 6))).toEqual({
      sql: before + after,
      parameters: [query.expression, 6],
    })
    expect(textOf(matchesQuery({ ...query, filter: EVERY_FIELD }, -1))).toEqual({
      sql: `${before} and +"f"."rowid" in (select "a"."id" from "documents" as "d" inner join "chunks" as "a" on "a"."doc_id" = "d"."id" where (${EVERY_CONDITION}))${after}`,
      parameters: [query.expression, ...EVERY_VALUE, -1],
    })
  })

  it('of a vector search', () => {
    expect(textOf(allowedQuery(EVERY_FIELD))).toEqual({
      sql: `select "d"."id" from "documents" as "d" where (${EVERY_CONDITION})`,
      parameters: EVERY_VALUE,
    })
    expect(textOf(vectorsQuery(EVERY_FIELD))).toEqual({
      sql: `select "e"."chunk_id" as "chunk", "e"."vector" from "documents" as "d" cross join "embeddings" as "e" where "e"."chunk_id" >= "d"."first_chunk" and "e"."chunk_id" < "d"."first_chunk" + "d"."chunk_count" and (${EVERY_CONDITION}) order by "d"."path", "e"."chunk_id"`,
      parameters: EVERY_VALUE,
    })
    expect(textOf(rangesQuery(EVERY_FIELD))).toEqual({
      sql: `select "d"."id", "d"."chunk_count" as "count", "d"."first_chunk" as "first" from "documents" as "d" where (${EVERY_CONDITION}) and "d"."chunk_count" > 0 order by "d"."path"`,
      parameters: EVERY_VALUE,
    })
    const query = Float32Array.of(1, 0)
    const candidates = textOf(candidatesQuery(query, { filter: EVERY_FIELD, pool: 200, bytes: 8 }))
    expect(candidates.sql).toBe(
      `select "nearest"."chunk" from (select "e"."chunk_id" as "chunk", "d"."path", vec_distance_cosine(substr("e"."vector", 1, ?), ?) as "distance" from "documents" as "d" cross join "embeddings" as "e" where "e"."chunk_id" >= "d"."first_chunk" and "e"."chunk_id" < "d"."first_chunk" + "d"."chunk_count" and (${EVERY_CONDITION}) order by "distance" asc nulls last limit ?) as "nearest" order by "nearest"."path", "nearest"."chunk"`,
    )
    expect(candidates.parameters).toEqual([8, Buffer.from(query.buffer), ...EVERY_VALUE, 200])
  })
})

const HOSTILE = [
  `'; DROP TABLE documents; --`,
  `' OR '1'='1`,
  `" OR 1=1 --`,
  '`; DELETE FROM meta; --',
  '?',
  '$1',
  ':name',
  'a\\',
  '*/ union select 1 /*',
]

/** Every composed query, of a user's words and filter. */
function everyQuery(expression: string, filter: ChunkFilter): Select<unknown>[] {
  return [
    documentsQuery(filter),
    documentsQuery(filter, 'deleted'),
    chunkCountsQuery(filter),
    countChunksQuery(filter),
    matchesQuery({ expression, filter, limit: 5 }, 5),
    allowedQuery(filter),
    vectorsQuery(filter),
    rangesQuery(filter),
  ]
}

function hostileFilter(text: string): ChunkFilter {
  return { ...EVERY_FIELD, tags: [text, text], pathPrefix: text, sourceType: text as 'pdf' }
}

describe('what a user writes', () => {
  it.each(HOSTILE)('is a parameter and never text of a statement: %j', (text) => {
    const harmless = everyQuery('word', EVERY_FIELD).map((select) => compile(select).sql)
    const composed = everyQuery(text, hostileFilter(text)).map(compile)
    expect(composed.map(({ sql }) => sql)).toEqual(harmless)
    for (const { parameters } of composed) expect(parameters).toContain(text)
  })

  it('changes nothing in the text even where the types were not kept', () => {
    const state = `active' OR 1=1 --` as 'active'
    expect(textOf(documentsQuery({}, state))).toEqual(textOf(documentsQuery({})))
  })

  it.each(HOSTILE)('runs as a value, so that it finds its own tag and path alone: %j', (text) => {
    const index = newIndex()
    const own = { path: `${text}/a.md`, metadata: JSON.stringify({ tags: [text] }) }
    index.putDocument(write(1, ['own'], own))
    index.putDocument(write(2, ['other']))
    const database = closeLater(openDatabase(index.path, { readonly: true }))
    const filter = { tags: [text], pathPrefix: text }
    expect(allRows(database, allowedQuery(filter))).toEqual([{ id: docId(1) }])
    expect(allRows(database, countChunksQuery(filter))).toEqual([{ chunks: 1 }])
    expect(allRows(database, documentsQuery({})).map(({ id }) => id)).toContain(docId(2))
  })
})

describe('how SQLite runs it', () => {
  function plan(select: Select<unknown>): string {
    const { sql, parameters } = compile(select)
    const database = closeLater(openDatabase(newIndex().path, { readonly: true }))
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]
    return steps.map(({ detail }) => detail).join('\n')
  }

  it('vectors are read along the index on active paths, without sorting their blobs', () => {
    for (const filter of [{}, EVERY_FIELD]) {
      expect(plan(vectorsQuery(filter))).toContain('SCAN d USING INDEX documents_path')
      expect(plan(vectorsQuery(filter))).not.toContain('FOR ORDER BY')
    }
  })

  it('one filter of any values is one text, so that its statement is prepared once', () => {
    const other = { ...EVERY_FIELD, tags: ['a', 'b', 'c'], pathPrefix: 'x', modifiedFrom: 9 }
    expect(compile(allowedQuery(other)).sql).toBe(compile(allowedQuery(EVERY_FIELD)).sql)
  })
})

describe('types', () => {
  it('of rows follow from what is selected', () => {
    const counted = queries.selectFrom('documents as d').select(['d.title', 'd.chunk_count as chunks'])
    expectTypeOf(compile(counted)).toHaveProperty('query')
    expectTypeOf<RowOf<typeof counted>>().toEqualTypeOf<{ title: string | null; chunks: number }>()
    expectTypeOf<RowOf<ReturnType<typeof documentsQuery>>>().toEqualTypeOf<DocumentRow>()
    expect(textOf(counted).sql).toBe(
      'select "d"."title", "d"."chunk_count" as "chunks" from "documents" as "d"',
    )
  })

  it('refuse tables, columns and values that are not those of the index', () => {
    // @ts-expect-error no such table
    expect(textOf(queries.selectFrom('document').select('id')).sql).toContain('"document"')
    // @ts-expect-error no such column
    expect(textOf(queries.selectFrom('documents as d').select('d.name')).sql).toContain('"name"')
    // @ts-expect-error a time is a number
    expect(textOf(ids.where('d.mtime', '<', 'today')).parameters).toEqual(['today'])
    // @ts-expect-error no such source type
    expect(isUnfiltered({ sourceType: 'video' })).toBe(false)
  })

  it('hold a filter to selects that have documents as d', () => {
    const links = queries.selectFrom('links as d').select('d.rel')
    // @ts-expect-error links are no documents
    expect(textOf(links.where(documentFilter({ modifiedFrom: 1 }))).sql).toContain('"d"."mtime"')
  })
})

type RowOf<S> = S extends Select<infer Row> ? Row : never
