import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/sqlite.js'
import { firstDifference } from '../../src/store/tier-agreement.js'
import { write } from './documents.js'
import { newIndex, reader } from './fixture.js'

/** Two documents to a page of codes; the vectors of an index of another `name` are others. */
function indexOf(documents: number, name = 'text', chunks = 100): string {
  const index = newIndex()
  index.inTransaction(() => {
    for (let n = 0; n < documents; n++)
      index.putDocument(
        write(
          n,
          Array.from({ length: chunks }, (_, i) => `${name} ${n} ${i}`),
        ),
      )
  })
  index.close()
  return index.path
}

function change(path: string, sql: string): void {
  const database = openDatabase(path, {})
  database.exec(sql)
  database.close()
}

describe('the agreement of a tier with the exact scan', () => {
  it.each(['exact', 'int8', 'sqlite-vec'] as const)(
    'is there for %s, over several blocks of vectors',
    (tier) => {
      expect(reader(indexOf(50)).tierAgreement(tier)).toEqual({ tier, queries: 20, difference: null })
    },
  )

  it('asks for as many vectors as there are, and for none in an empty index', () => {
    expect(reader(indexOf(1, 'text', 7)).tierAgreement('int8')).toMatchObject({
      queries: 7,
      difference: null,
    })
    expect(reader(indexOf(0)).tierAgreement('int8')).toEqual({ tier: 'int8', queries: 0, difference: null })
  })

  it('is not there when the codes are whole, but those of other vectors', () => {
    const [path, other] = [indexOf(4), indexOf(4, 'other')]
    change(
      path,
      `ATTACH '${other}' AS other; UPDATE embedding_codes SET codes = (SELECT o.codes FROM other.embedding_codes o WHERE o.page = embedding_codes.page)`,
    )
    const { difference } = reader(path).tierAgreement('int8')
    expect(difference?.rank).toBeGreaterThanOrEqual(1)
    expect(difference?.wanted?.cosine).toBeGreaterThan(difference?.found?.cosine ?? 0)
    expect(reader(path).tierAgreement('exact').difference).toBeNull()
  })

  it('is refused where a vector is missing', () => {
    const path = indexOf(3)
    change(path, 'DELETE FROM embeddings WHERE chunk_id = 150')
    expect(() => reader(path).tierAgreement('int8')).toThrow(
      expect.objectContaining({ code: 'INDEX_DAMAGED' }),
    )
  })
})

describe('firstDifference', () => {
  const hits = (...list: readonly (readonly [number, number])[]) =>
    list.map(([chunkId, cosine], i) => ({ chunkId, rank: i + 1, cosine }))

  it('lets hits change places that are within a millionth of each other', () => {
    expect(firstDifference(hits([1, 0.9], [2, 0.8999995]), hits([2, 0.8999995], [1, 0.9]))).toBeNull()
  })

  it('gives the first rank of a swap of more, and of a list that ends early or late', () => {
    expect(firstDifference(hits([1, 0.9], [2, 0.8]), hits([2, 0.8], [1, 0.9]))).toMatchObject({
      rank: 1,
      wanted: { chunkId: 1 },
      found: { chunkId: 2 },
    })
    expect(firstDifference(hits([1, 0.9], [2, 0.8]), hits([1, 0.9]))).toMatchObject({ rank: 2, found: null })
    expect(firstDifference(hits([1, 0.9]), hits([1, 0.9], [2, 0.8]))).toMatchObject({ rank: 2, wanted: null })
  })
})
