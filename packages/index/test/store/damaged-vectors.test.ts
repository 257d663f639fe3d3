import { describe, expect, it } from 'vitest'
import { openIndexReader, openIndexWriter } from '../../src/index.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { write } from './documents.js'
import { closeLater, newIndex } from './fixture.js'
import { textVector } from './text-vector.js'

/** A closed index of two documents, to which `sql` was done. */
function damaged(sql: string, ...values: readonly unknown[]): string {
  const index = newIndex()
  for (const n of [1, 2])
    index.putDocument(
      write(
        n,
        Array.from({ length: 200 }, (_, i) => `${n} ${i}`),
      ),
    )
  index.close()
  const database = openDatabase(index.path, {})
  const { changes } = database.prepare(sql).run(...values)
  database.close()
  expect(changes).toBeGreaterThan(0)
  return index.path
}

const QUERY = Float32Array.from(textVector('2 3'))

const ZEROED = 'UPDATE embeddings SET vector = zeroblob(length(vector))'
const CUT = 'UPDATE embeddings SET vector = substr(vector, 1, 7)'
const GONE = 'DELETE FROM embeddings'

/** What was done to the vectors; every tier has to say so, and the way out. */
const VECTORS = [
  ['zeroed', `${ZEROED} WHERE chunk_id > 200`],
  ['cut short', `${CUT} WHERE chunk_id > 200`],
  ['without bytes', "UPDATE embeddings SET vector = x'' WHERE chunk_id > 200"],
  [
    'with one byte changed',
    "UPDATE embeddings SET vector = CAST(x'ff' || substr(vector, 2) AS BLOB) WHERE chunk_id > 200",
  ],
  ['of text', "UPDATE embeddings SET vector = x'ff' || substr(vector, 2) WHERE chunk_id > 200"],
  ['missing', `${GONE} WHERE chunk_id > 200`],
] as const

const PAGES = [
  ['zeroed', 'UPDATE embedding_codes SET codes = zeroblob(length(codes))'],
  ['cut short', 'UPDATE embedding_codes SET codes = substr(codes, 1, length(codes) / 2) WHERE page = 1'],
  ['without bytes', "UPDATE embedding_codes SET codes = x'' WHERE page = 0"],
  [
    'with one byte changed',
    "UPDATE embedding_codes SET codes = CAST(x'ff' || substr(codes, 2) AS BLOB) WHERE page = 1",
  ],
  ['of text', "UPDATE embedding_codes SET codes = x'ff' || substr(codes, 2) WHERE page = 1"],
  ['missing', 'DELETE FROM embedding_codes WHERE page = 1'],
  [
    'in the place of another',
    'UPDATE embedding_codes SET codes = (SELECT codes FROM embedding_codes WHERE page = 1)',
  ],
] as const

const REFUSAL = expect.objectContaining({
  code: 'INDEX_DAMAGED',
  remedy: expect.stringContaining('pnk sync --rebuild'),
})

describe('an index with vectors', () => {
  it.each(
    VECTORS.flatMap(([how, sql]) => (['exact', 'int8'] as const).map((tier) => [how, tier, sql] as const)),
  )('%s is refused by the %s tier', (_, vectorTier, sql) => {
    const index = closeLater(openIndexReader(damaged(sql), { vectorTier }))
    expect(() => index.vectorSearch(QUERY, {}, 5)).toThrow(REFUSAL)
    expect(index.lexicalSearch('2 3', {}, 5).length).toBeGreaterThan(0)
  })

  it.each(PAGES)(
    'and pages of codes %s is refused by the int8 tier, in a search under a filter too',
    (_, sql) => {
      const path = damaged(sql)
      for (const filter of [{}, { pathPrefix: 'docs/2.md' }]) {
        const index = closeLater(openIndexReader(path, { vectorTier: 'int8' }))
        if (sql.includes('page = 0') && 'pathPrefix' in filter) continue
        expect(() => index.vectorSearch(QUERY, filter, 5)).toThrow(REFUSAL)
      }
      expect(
        closeLater(openIndexReader(path, { vectorTier: 'exact' })).vectorSearch(QUERY, {}, 5),
      ).toHaveLength(5)
    },
  )

  it.each(['exact', 'int8'] as const)(
    'of another width than it says is refused by the %s tier',
    (vectorTier) => {
      const path = damaged("UPDATE meta SET value = '5' WHERE key = 'embedding_dim'")
      const index = closeLater(openIndexReader(path, { vectorTier }))
      expect(() => index.vectorSearch(new Float32Array(5).fill(0.4), {}, 5)).toThrow(
        expect.objectContaining({
          code: vectorTier === 'exact' ? 'VECTOR_WIDTH' : 'INDEX_DAMAGED',
          remedy: expect.stringContaining('pnk sync --rebuild'),
        }),
      )
    },
  )

  it('that are damaged is not written on: codes made of them would look whole', () => {
    const path = damaged(`${ZEROED} WHERE chunk_id > 300`)
    const index = closeLater(openIndexWriter(path))
    expect(() => index.putDocument(write(3, ['new']))).toThrow(REFUSAL)
    expect(index.documents()).toHaveLength(2)
  })
})
