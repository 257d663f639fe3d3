import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkFilter, DocumentRow, IndexReader } from '../../src/contracts.js'
import { docId, row, vectors, write } from './documents.js'
import { found, newIndex, reader } from './fixture.js'
import { textVector } from './text-vector.js'

/** Documents with the given texts, one chunk each, at the given paths. */
function indexOf(documents: readonly (readonly [path: string, ...texts: string[]])[]): IndexReader {
  const index = newIndex()
  index.inTransaction(() => {
    for (const [n, [path, ...texts]] of documents.entries()) index.putDocument(write(n, texts, { path }))
  })
  return reader(index.path)
}

describe('lexical search', () => {
  it('orders by BM25 and flips its sign, so that higher is better', () => {
    const index = indexOf([
      ['a.md', 'apple among many other words that have nothing to do with fruit at all'],
      ['b.md', 'apple apple'],
      ['c.md', 'pear'],
      ['d.md', 'plum'],
      ['e.md', 'fig'],
    ])
    const hits = index.lexicalSearch('apple', {}, 5)
    expect(found(index, hits)).toEqual(['b.md#0', 'a.md#0'])
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2])
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 0)
    expect(hits[1]?.score).toBeGreaterThan(0)
  })

  it('breaks ties by path in code-point order, then by ordinal, wherever the cut falls', () => {
    // U+FF5E comes before U+1F600 by code point, after it by UTF-16 unit; ids run against the order of paths.
    const paths = ['z.md', '\u{1f600}.md', '～.md', 'a.md', 'B.md']
    const index = indexOf(paths.map((path) => [path, 'same words', 'same words'] as const))
    const all = ['B.md', 'a.md', 'z.md', '～.md', '\u{1f600}.md'].flatMap((path) => [
      `${path}#0`,
      `${path}#1`,
    ])
    for (let limit = 0; limit <= 12; limit++) {
      expect(found(index, index.lexicalSearch('same', {}, limit))).toEqual(all.slice(0, limit))
    }
  })

  it.each(['', ' ', '^', '*', '()', '{}', '"', '":*', "''", '—', '\0'])(
    'of %j, which has no word, finds nothing and throws nothing',
    (query) => {
      expect(indexOf([['a.md', 'text']]).lexicalSearch(query, {}, 5)).toEqual([])
    },
  )

  it('never takes what a user types for syntax', () => {
    const index = indexOf([['a.md', 'and or not near star column panic']])
    for (const query of [
      'AND',
      'a OR',
      'NEAR(panic star)',
      'panic*',
      '"panic',
      'text: panic',
      "don't panic",
      '-panic',
    ])
      expect(index.lexicalSearch(query, {}, 5), query).toHaveLength(1)
  })

  it('takes any text of any script without an error', () => {
    const index = indexOf([['a.md', 'text']])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (query) => {
        index.lexicalSearch(query, {}, 5)
        index.phraseSearch([query, 'text'], {}, 5)
      }),
    )
  })

  it('finds phrases as consecutive words, any of them', () => {
    const index = indexOf([
      ['a.md', 'the duty rota of the flood team'],
      ['b.md', 'a rota for duty'],
      ['c.md', 'flood plan'],
    ])
    expect(found(index, index.phraseSearch(['duty rota'], {}, 5))).toEqual(['a.md#0'])
    expect(found(index, index.phraseSearch(['duty rota', 'flood plan'], {}, 5)).sort()).toEqual([
      'a.md#0',
      'c.md#0',
    ])
    expect(index.phraseSearch([], {}, 5)).toEqual([])
    expect(index.phraseSearch(['"', '--'], {}, 5)).toEqual([])
  })
})

describe('vector search', () => {
  it('orders by cosine, and stops where it is no longer positive', () => {
    const index = newIndex()
    index.putDocument({
      ...write(1, ['a', 'b', 'c', 'd', 'e']),
      vectors: vectors([0.6, 0.8, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 0]),
    })
    expect(reader(index.path).vectorSearch(vectors([1, 0, 0, 0]), {}, 9)).toEqual([
      { chunkId: 2, rank: 1, cosine: 1 },
      { chunkId: 1, rank: 2, cosine: expect.closeTo(0.6, 6) },
    ])
  })

  it('breaks ties by path, then ordinal', () => {
    const index = indexOf([
      ['z.md', 'same', 'same'],
      ['～.md', 'same'],
      ['\u{1f600}.md', 'same'],
      ['a.md', 'same'],
    ])
    const query = Float32Array.from(textVector('same'))
    const expected = ['a.md#0', 'z.md#0', 'z.md#1', '～.md#0', '\u{1f600}.md#0']
    for (const limit of [1, 2, 3, 4, 5, 99]) {
      expect(found(index, index.vectorSearch(query, {}, limit))).toEqual(expected.slice(0, limit))
    }
    expect(index.vectorSearch(query, {}, 0)).toEqual([])
  })

  it('takes a query of any length for its direction, and finds nothing near the zero vector', () => {
    const index = indexOf([['a.md', 'same']])
    const long = Float32Array.from(textVector('same').map((value) => value * 1000))
    expect(index.vectorSearch(long, {}, 1)[0]?.cosine).toBeCloseTo(1, 6)
    expect(index.vectorSearch(new Float32Array(4), {}, 1)).toEqual([])
  })

  it('refuses a query of another width, and one that is not finite', () => {
    const index = indexOf([['a.md', 'same']])
    expect(() => index.vectorSearch(new Float32Array(3), {}, 1)).toThrow(
      expect.objectContaining({ code: 'VECTOR_WIDTH', details: { expected: 4, found: 3 } }),
    )
    expect(() => index.vectorSearch(vectors([Number.NaN, 0, 0, 0]), {}, 1)).toThrow(
      expect.objectContaining({ code: 'VECTOR_NOT_FINITE' }),
    )
  })
})

const TAGS = ['red', 'Red', 'blue', 'a"b', "o'x", '100%', '😀']
const PATHS = [
  'docs/a_b.md',
  'docs/axb.md',
  'docs/A_b.md',
  '100%.md',
  '100％.md',
  '1000.md',
  'docs/é.md',
  'x[1].md',
]

const documents = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...PATHS),
    tags: fc.subarray(TAGS),
    sourceType: fc.constantFrom('markdown', 'text', 'pdf', 'code' as const),
    mtime: fc.integer({ min: 0, max: 4 }),
    deleted: fc.boolean(),
    texts: fc.array(fc.constantFrom('alpha', 'alpha beta', 'beta'), { maxLength: 3 }),
  }),
  { selector: ({ path }) => path },
)

const filters: fc.Arbitrary<ChunkFilter> = fc.record(
  {
    tags: fc.subarray(TAGS, { maxLength: 2 }),
    sourceType: fc.constantFrom('markdown', 'text', 'pdf', 'code' as const),
    pathPrefix: fc.constantFrom(
      '',
      'docs/',
      'docs/a_',
      'docs/A',
      '100%',
      '100',
      '%',
      '_',
      'docs/é',
      'x[1]',
      '*',
    ),
    modifiedFrom: fc.integer({ min: 0, max: 4 }),
    modifiedBefore: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
)

/** The rule of the specification, in plain words. */
function passes(
  filter: ChunkFilter,
  { path, mtime, sourceType }: DocumentRow,
  tags: readonly string[],
): boolean {
  return (
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    path.startsWith(filter.pathPrefix ?? '') &&
    (filter.sourceType === undefined || filter.sourceType === sourceType) &&
    mtime >= (filter.modifiedFrom ?? -Infinity) &&
    mtime < (filter.modifiedBefore ?? Infinity)
  )
}

it('filters let through the same documents everywhere: exact tags, literal prefixes, half-open times', () => {
  fc.assert(
    fc.property(documents, filters, (stored, filter) => {
      const index = newIndex()
      const expected: { readonly row: DocumentRow; readonly texts: readonly string[] }[] = []
      index.inTransaction(() => {
        for (const [n, { path, tags, sourceType, mtime, deleted, texts }] of stored.entries()) {
          const fields = { path, sourceType, mtime, metadata: JSON.stringify({ tags }) }
          index.putDocument(write(n, texts, fields))
          if (deleted) index.softDelete([docId(n)])
          else if (passes(filter, row(n, fields), tags)) expected.push({ row: row(n, fields), texts })
        }
      })
      const index2 = reader(index.path)
      const byPath = expected.sort((a, b) => Buffer.compare(Buffer.from(a.row.path), Buffer.from(b.row.path)))
      const chunks = byPath.flatMap(({ row: { path }, texts }) =>
        texts.map((text, i) => [`${path}#${i}`, text]),
      )
      const alpha = chunks.flatMap(([name, text]) => (text?.includes('alpha') ? [name] : []))
      expect(index2.documents(filter)).toEqual(byPath.map(({ row: document }) => document))
      expect(index2.countChunks(filter)).toBe(chunks.length)
      expect([...index2.chunkCounts(filter)]).toEqual(
        byPath.flatMap(({ row: { id }, texts }) => (texts.length === 0 ? [] : [[id, texts.length]])),
      )
      expect(found(index2, index2.lexicalSearch('alpha', filter, 99)).sort()).toEqual(alpha.sort())
      // Before and after all vectors were loaded for an unfiltered search.
      const query = Float32Array.from(textVector('alpha'))
      const near = found(index2, index2.vectorSearch(query, filter, 99))
      index2.vectorSearch(query, {}, 1)
      expect(found(index2, index2.vectorSearch(query, filter, 99))).toEqual(near)
      expect(new Set(chunks.map(([name]) => name))).toEqual(
        new Set([...near, ...chunks.flatMap(([name, text]) => (isNear(text) ? [] : [name]))]),
      )
    }),
    { numRuns: 60 },
  )
})

/** Whether a text's vector has a positive cosine with that of `alpha`. */
function isNear(text = ''): boolean {
  const query = textVector('alpha')
  return textVector(text).reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0) > 0
}
