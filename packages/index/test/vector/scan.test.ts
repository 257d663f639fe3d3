import { describe, expect, it } from 'vitest'
import { createCodeScan } from '../../src/vector/code-scan.js'
import { createFloat32Scan, type VectorScan } from '../../src/vector/scan.js'
import type { ScanHit } from '../../src/vector/top-k.js'

/** Deterministic numbers in [-1, 1). */
function numbers(count: number, seed: number): Float64Array {
  let state = seed >>> 0 || 1
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  })
}

function reference(scan: VectorScan, query: ArrayLike<number>, allowed?: Uint8Array): ScanHit[] {
  return Array.from({ length: scan.rows }, (_, row) => {
    let score = 0
    for (let i = 0; i < scan.dim; i++) score += (scan.vectors[row * scan.dim + i] ?? 0) * (query[i] ?? 0)
    return { row, score }
  })
    .filter(({ row }) => allowed === undefined || (allowed[row] ?? 0) !== 0)
    .sort((a, b) => b.score - a.score || a.row - b.row)
}

const DIMS = [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 20, 31, 33, 64, 383, 384]

describe('createFloat32Scan', () => {
  it.each(DIMS)('finds the rows of an exact scan at width %i', (dim) => {
    const scan = createFloat32Scan({ dim, capacity: 300 })
    scan.vectors.set(numbers(300 * dim, dim))
    scan.rows = 300
    const query = Float32Array.from(numbers(dim, 99))
    const expected = reference(scan, query)
    const found = scan.topK(query, 50)
    expect(found).toHaveLength(50)
    found.forEach((hit, i) => {
      expect(hit.score).toBeCloseTo(expected[i]?.score ?? Number.NaN, 4)
      const exact = expected.find(({ row }) => row === hit.row)?.score ?? Number.NaN
      expect(Math.abs(exact - (expected[i]?.score ?? Number.NaN))).toBeLessThan(1e-4)
    })
  })

  it('breaks ties by row and leaves out rows that score NaN', () => {
    const scan = createFloat32Scan({ dim: 2, capacity: 6 })
    scan.vectors.set([1, 0, 0, 1, 1, 0, Number.NaN, 0, 0, 1, 1, 0])
    scan.rows = 6
    expect(scan.topK(Float32Array.of(1, 0), 9)).toEqual([
      { row: 0, score: 1 },
      { row: 2, score: 1 },
      { row: 5, score: 1 },
      { row: 1, score: 0 },
      { row: 4, score: 0 },
    ])
    expect(scan.topK(Float32Array.of(1, 0), 2).map((hit) => hit.row)).toEqual([0, 2])
  })

  it('sees only the rows in use', () => {
    const scan = createFloat32Scan({ dim: 1, capacity: 4 })
    expect(scan.topK(Float32Array.of(1), 3)).toEqual([])
    scan.vectors.set([1, 2, 3, 4])
    scan.rows = 2
    expect(scan.topK(Float32Array.of(1), 9).map((hit) => hit.row)).toEqual([1, 0])
    expect(() => {
      scan.rows = 5
    }).toThrow(RangeError)
  })

  it('an empty table, k of 0 and an empty mask give nothing', () => {
    const scan = createFloat32Scan({ dim: 3, capacity: 0 })
    expect(scan.topK(new Float32Array(3), 5)).toEqual([])
    const one = createFloat32Scan({ dim: 1, capacity: 1 })
    one.rows = 1
    expect(one.topK(Float32Array.of(1), 0)).toEqual([])
    expect(one.topK(Float32Array.of(1), 1, new Uint8Array(0))).toEqual([])
  })
})

describe('masks', () => {
  it('filter inside the scan, for float32 as for a list of rows', () => {
    const scan = createFloat32Scan({ dim: 20, capacity: 200 })
    scan.vectors.set(numbers(4000, 3))
    scan.rows = 200
    const query = Float32Array.from(numbers(20, 4))
    const all = scan.topK(query, 200)
    const mask = Uint8Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? 255 : 0))
    expect(scan.topK(query, 200, mask)).toEqual(all.filter((hit) => hit.row % 3 === 0))
    expect(scan.topK(query, 200)).toEqual(all)
    expect(scan.topK(query, 200, mask.subarray(0, 30))).toEqual(
      all.filter((hit) => hit.row % 3 === 0 && hit.row < 30),
    )
  })
})

describe('refusals', () => {
  it('a query of another width', () => {
    const scan = createFloat32Scan({ dim: 3, capacity: 1 })
    expect(() => scan.topK(new Float32Array(4), 1)).toThrow(expect.objectContaining({ code: 'VECTOR_WIDTH' }))
  })

  it.each([0, -1, 1.5, 65_536, Number.NaN])('a width of %d', (dim) => {
    expect(() => createCodeScan({ dim, capacity: 1 })).toThrow(
      expect.objectContaining({ code: 'VECTOR_WIDTH' }),
    )
  })

  it('a table beyond 2 GiB, naming its size', () => {
    expect(() => createFloat32Scan({ dim: 384, capacity: 2_000_000 })).toThrow(
      expect.objectContaining({ code: 'VECTOR_CAPACITY', message: expect.stringContaining('2.9 GiB') }),
    )
  })
})
