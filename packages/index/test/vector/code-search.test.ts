import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCodeScan } from '../../src/vector/code-scan.js'
import { searchCodes } from '../../src/vector/code-search.js'
import { codeRows } from '../../src/vector/codes.js'
import { createFloat32Scan } from '../../src/vector/scan.js'
import type { ScanHit } from '../../src/vector/top-k.js'

/** The same vectors in both kinds of table, and what a search of the codes reads of the float32 ones. */
function tables(vectors: Float32Array, dim: number) {
  const capacity = vectors.length / dim
  const whole = createFloat32Scan({ dim, capacity })
  whole.vectors.set(vectors)
  whole.rows = capacity
  const codes = createCodeScan({ dim, capacity })
  codeRows(vectors, dim, codes, 0)
  codes.rows = capacity
  let read = 0
  const exact = (query: Float32Array) => (rows: readonly number[]) => {
    read += rows.length
    const some = createFloat32Scan({ dim, capacity: rows.length })
    for (const [i, row] of rows.entries())
      some.vectors.set(vectors.subarray(row * dim, (row + 1) * dim), i * dim)
    some.rows = rows.length
    return some.topK(query, rows.length).map(({ row, score }) => ({ row: rows[row] ?? -1, score }))
  }
  return {
    byFloats: (query: Float32Array, k: number, allowed?: Uint8Array): ScanHit[] =>
      whole.topK(query, k, allowed).filter(({ score }) => score > 0),
    byCodes: (query: Float32Array, k: number, allowed?: Uint8Array): ScanHit[] =>
      searchCodes(codes, query, { k, allowed, exact: exact(query) }),
    codes,
    get read() {
      return read
    },
  }
}

/** Unit vectors from a seed; `spread` below 1 puts them around one direction, as vectors of one subject are. */
function unitVectors(count: number, dim: number, seed: number, spread = 1): Float32Array {
  let state = seed >>> 0 || 1
  const number = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  }
  const centre = Array.from({ length: dim }, number)
  const vectors = new Float32Array(count * dim)
  for (let row = 0; row < count; row++) {
    const vector = centre.map((value) => (1 - spread) * value + spread * number())
    const norm = Math.hypot(...vector)
    vectors.set(
      vector.map((value) => value / norm),
      row * dim,
    )
  }
  return vectors
}

describe('a search of the codes finds what a search of the float32 vectors finds, scores and order included', () => {
  it.each([
    [4, 1],
    [31, 1],
    [64, 1],
    [384, 1],
    [384, 0.3],
    [384, 0.02],
  ])('at width %i, vectors spread by %d', (dim, spread) => {
    const rows = 3000
    const { byFloats, byCodes } = tables(unitVectors(rows, dim, dim, spread), dim)
    for (let n = 0; n < 25; n++) {
      const query = unitVectors(1, dim, 1000 + n)
      const near = unitVectors(n + 1, dim, dim, spread).subarray(n * dim)
      const mask = Uint8Array.from({ length: rows }, (_, i) => (i % 7 === n % 7 ? 1 : 0))
      for (const q of [query, near]) {
        expect(byCodes(q, 50)).toEqual(byFloats(q, 50))
        expect(byCodes(q, 50, mask)).toEqual(byFloats(q, 50, mask))
        expect(byCodes(q, 1)).toEqual(byFloats(q, 1))
      }
    }
  })

  it('for vectors of any length and with any repeats, any mask and any k', () => {
    const number = fc.float({ min: -3, max: 3, noNaN: true })
    const cases = fc.integer({ min: 1, max: 20 }).chain((dim) =>
      fc.record({
        dim: fc.constant(dim),
        kinds: fc.array(fc.array(number, { minLength: dim, maxLength: dim }), { minLength: 1, maxLength: 6 }),
        rows: fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
        query: fc.array(number, { minLength: dim, maxLength: dim }),
        k: fc.nat(45),
        mask: fc.option(fc.uint8Array({ max: 1, maxLength: 45 }), { nil: undefined }),
      }),
    )
    fc.assert(
      fc.property(cases, ({ dim, kinds, rows, query, k, mask }) => {
        const norm = Math.hypot(...query)
        fc.pre(norm > 1e-3)
        const unit = Float32Array.from(query, (value) => value / norm)
        const vectors = Float32Array.from(rows.flatMap((kind) => kinds[kind % kinds.length] ?? []))
        const { byFloats, byCodes } = tables(vectors, dim)
        expect(byCodes(unit, k, mask)).toEqual(byFloats(unit, k, mask))
      }),
      { numRuns: 400 },
    )
  })
})

it('a bound is never below the exact score, for the extremes of float32 too', () => {
  const extremes = [1e-44, 1e-38, 1e-30, 1e-5, 1, 1e18]
  const vectors = Float32Array.from(extremes.flatMap((size) => [size, -size / 3, size / 127, 0]))
  const { codes } = tables(vectors, 4)
  for (let n = 0; n < 50; n++) {
    const query = unitVectors(1, 4, n + 1)
    for (const [row, bound] of codes.bounds(query).entries()) {
      const exact = query.reduce((sum, value, i) => sum + value * (vectors[row * 4 + i] ?? 0), 0)
      expect(bound).toBeGreaterThanOrEqual(exact)
    }
  }
})

it('finds the same in 20,000 vectors for 100 queries, and reads few of them: less than four for each hit', () => {
  const searched = tables(unitVectors(20_000, 128, 5), 128)
  for (let n = 0; n < 100; n++) {
    const query = unitVectors(1, 128, 77 + n)
    expect(searched.byCodes(query, 50)).toEqual(searched.byFloats(query, 50))
  }
  expect(searched.read).toBeLessThan(100 * 50 * 4)
})
