import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkFilter, IndexReader } from '../../src/contracts.js'
import { openIndexReader } from '../../src/index.js'
import { PAGE_IDS } from '../../src/store/code-page.js'
import { openDatabase } from '../../src/store/sqlite.js'
import { INT8_FROM, resolveTier, type VectorTierSetting } from '../../src/store/vector-tier.js'
import { docId, write } from './documents.js'
import { closeLater, newIndex, writer } from './fixture.js'
import { textVector } from './text-vector.js'

const TIERS = ['numpy', 'int8', 'sqlite-vec'] as const

function open(path: string, vectorTier: VectorTierSetting): IndexReader {
  return closeLater(openIndexReader(path, { vectorTier }))
}

function query(text: string): Float32Array {
  return Float32Array.from(textVector(text))
}

/** Three documents a page of codes, and tags by turns; some texts stand in several documents. */
function indexOf(documents: number, chunks = 100): string {
  const index = newIndex()
  index.inTransaction(() => {
    for (let n = 0; n < documents; n++) {
      const texts = Array.from({ length: chunks }, (_, i) => `text ${(n * 61 + i) % (documents * 50)}`)
      const metadata = JSON.stringify({ tags: n % 2 === 0 ? ['even'] : ['odd'] })
      // Paths run against ids.
      index.putDocument(write(n, texts, { path: `docs/${999 - n}.md`, metadata }))
    }
  })
  index.close()
  return index.path
}

const FILTERS: readonly ChunkFilter[] = [
  {},
  { tags: ['odd'] },
  { tags: ['even'], pathPrefix: 'docs/99' },
  { pathPrefix: 'docs/998.md' },
  { pathPrefix: 'nowhere/' },
]

describe('every tier', () => {
  it('finds the same chunks with the same scores under every filter, in a first search and in later ones', () => {
    const path = indexOf(9)
    for (const filter of FILTERS) {
      const [exact, ...others] = TIERS.map((tier) => {
        const first = open(path, tier)
        return ['text 7', 'text 70', 'other'].map((text) => first.vectorSearch(query(text), filter, 50))
      })
      expect(exact?.flat().length === 0).toBe(filter.pathPrefix === 'nowhere/')
      for (const other of others) expect(other).toEqual(exact)
    }
  })

  it.each(TIERS)('%s sees what was committed since its last search', (tier) => {
    const path = indexOf(3)
    const index = open(path, tier)
    const nearest = () => index.vectorSearch(query('new'), {}, 1)[0]
    expect(nearest()?.cosine).toBeLessThan(0.99999)
    const other = writer(path)
    other.putDocument(write(50, ['new']))
    expect(nearest()).toEqual({ chunkId: 301, rank: 1, cosine: expect.closeTo(1, 6) })
    other.softDelete([docId(50)])
    expect(nearest()?.chunkId).not.toBe(301)
  })

  it.each(TIERS)('%s refuses a query of another width', (tier) => {
    expect(() => open(indexOf(1), tier).vectorSearch(new Float32Array(3), {}, 1)).toThrow(
      expect.objectContaining({ code: 'VECTOR_WIDTH' }),
    )
  })
})

describe('auto', () => {
  it('takes codes from so many chunks on, counted under the filter', () => {
    expect(resolveTier('auto', INT8_FROM - 1)).toBe('exact')
    expect(resolveTier('auto', INT8_FROM)).toBe('int8')
    expect(resolveTier('numpy', 1e6)).toBe('exact')
    const path = indexOf(2, INT8_FROM / 2)
    const index = open(path, 'auto')
    expect(index.vectorTier()).toBe('int8')
    expect(index.vectorTier({ tags: ['odd'] })).toBe('exact')
    expect(open(path, 'numpy').vectorTier()).toBe('exact')
    expect(index.vectorSearch(query('text 5'), {}, 50)).toEqual(
      open(path, 'exact').vectorSearch(query('text 5'), {}, 50),
    )
  })

  it('is stamped by the tier it means, when a build is complete', () => {
    const index = writer(indexOf(2, INT8_FROM / 2))
    index.setMeta({ build_state: 'complete' })
    expect(index.meta().get('vector_tier')).toBe('int8')
    index.softDelete([docId(0)])
    index.setMeta({ build_state: 'complete' })
    expect(index.meta().get('vector_tier')).toBe('numpy')
  })
})

/** The stored pages, by number. */
function pages(path: string): Map<number, string> {
  const database = openDatabase(path, { readonly: true })
  const rows = database.prepare('SELECT page, hex(codes) FROM embedding_codes ORDER BY page').raw().all()
  database.close()
  return new Map(rows as [number, string][])
}

describe('pages of codes', () => {
  it('are a function of the vectors, whatever was written, undone, deleted and committed on the way', () => {
    const steps = fc.array(
      fc.record({ n: fc.nat(6), chunks: fc.nat(400), what: fc.constantFrom('put', 'delete', 'undo') }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(steps, (todo) => {
        const index = newIndex()
        for (const { n, chunks, what } of todo) {
          const put = () =>
            index.putDocument(
              write(
                n,
                Array.from({ length: chunks }, (_, i) => `${n} ${i}`),
              ),
            )
          if (what === 'put') put()
          else if (what === 'delete' && index.documents().some(({ id }) => id === docId(n)))
            index.softDelete([docId(n)])
          else if (what === 'undo')
            expect(() =>
              index.inTransaction(() => {
                put()
                throw new Error('undo')
              }),
            ).toThrow('undo')
        }
        index.close()
        const stored = pages(index.path)
        const database = openDatabase(index.path, {})
        const ids = database.prepare('SELECT chunk_id FROM embeddings').pluck().all() as number[]
        database.close()
        expect([...stored.keys()]).toEqual(
          [...new Set(ids.map((id) => Math.floor(id / PAGE_IDS)))].sort((a, b) => a - b),
        )
        const again = writer(index.path)
        again.inTransaction(() => undefined)
        expect(
          open(index.path, 'int8')
            .vectorSearch(query('1 1'), {}, 50)
            .map(({ cosine }) => cosine),
        ).toEqual(
          open(index.path, 'exact')
            .vectorSearch(query('1 1'), {}, 50)
            .map(({ cosine }) => cosine),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('hold no more than the chunks there are', () => {
    const index = newIndex()
    for (let round = 0; round < 40; round++)
      index.putDocument(
        write(
          1,
          Array.from({ length: 50 }, () => `${round}`),
        ),
      )
    index.close()
    const bytes = [...pages(index.path).values()].reduce((sum, hex) => sum + hex.length / 2, 0)
    expect(bytes).toBeLessThanOrEqual(50 * (1 + 4 + 8) + 2 * 4)
  })
})
