import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCodeScan } from '../../src/vector/code-scan.js'
import { codeQuery } from '../../src/vector/codes.js'
import { kernelOver } from '../../src/vector/kernel.js'
import { scanMemory } from '../../src/vector/scan-memory.js'

/** The integer products of the kernel itself. */
function products(
  rows: readonly (readonly number[])[],
  query: readonly number[],
  mask?: Uint8Array,
): number[] {
  const dim = query.length
  const memory = scanMemory({ dim, capacity: rows.length, rowBytes: 1, queryBytes: 2 })
  const { buffer } = memory.memory
  new Int8Array(buffer, memory.rows, rows.length * dim).set(rows.flat())
  new Int16Array(buffer, memory.query, dim).set(query)
  if (mask !== undefined) new Uint8Array(buffer, memory.allowed, rows.length).set(mask)
  const allowed = mask === undefined ? 0 : memory.allowed
  kernelOver(memory.memory).scan_i8(memory.rows, rows.length, dim, memory.query, allowed, memory.scores)
  return [...new Int32Array(buffer, memory.scores, rows.length)]
}

describe('the int8 kernel', () => {
  it('gives exact integers for every width, and the least integer for rows that are left out', () => {
    const byte = fc.integer({ min: -128, max: 127 })
    const cases = fc.integer({ min: 1, max: 70 }).chain((dim) =>
      fc.record({
        rows: fc.array(fc.array(byte, { minLength: dim, maxLength: dim }), { maxLength: 40 }),
        query: fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: dim, maxLength: dim }),
        mask: fc.uint8Array({ max: 1, minLength: 40, maxLength: 40 }),
      }),
    )
    fc.assert(
      fc.property(cases, ({ rows, query, mask }) => {
        const exact = rows.map((row) => row.reduce((sum, code, i) => sum + code * (query[i] ?? 0), 0))
        expect(products(rows, query)).toEqual(exact)
        const some = mask.subarray(0, rows.length)
        expect(products(rows, query, some)).toEqual(exact.map((sum, i) => (some[i] === 0 ? -(2 ** 31) : sum)))
      }),
    )
  })

  it('does not overflow at the extremes of width and value', () => {
    const dim = 65_535
    const query = new Float32Array(dim).fill(1 / Math.sqrt(dim))
    const { numbers } = codeQuery(query)
    const row = new Array<number>(dim).fill(-127)
    const [product = 0] = products([row], [...numbers])
    expect(product).toBe(-127 * dim * (numbers[0] ?? 0))
    expect(Math.abs(product)).toBeGreaterThan(2 ** 29)
  })
})

describe('bounds', () => {
  it('are product times scales plus error, and NaN for rows that are left out or beyond the mask', () => {
    const scan = createCodeScan({ dim: 2, capacity: 7 })
    scan.codes.set([127, 0, 0, 127, -127, 0, 64, 64, 127, 127, 1, 1, 9, 9])
    scan.scales.fill(1 / 127)
    scan.errors.set([0, 0.25, 0, 0, 0, 0.5, 0])
    scan.rows = 6
    const bounds = scan.bounds(Float32Array.of(1, 0), Uint8Array.of(1, 1, 1, 0, 1))
    expect([...bounds].map((bound) => Number(bound.toFixed(5)))).toEqual([
      1,
      0.25,
      -1,
      Number.NaN,
      1,
      Number.NaN,
    ])
    expect(scan.bounds(Float32Array.of(1, 0))).toHaveLength(6)
    expect(scan.bounds(Float32Array.of(1, 0))[5]).toBeCloseTo(0.5 + 1 / 127, 6)
  })

  it('are refused for a query of another width', () => {
    const scan = createCodeScan({ dim: 3, capacity: 1 })
    expect(() => scan.bounds(new Float32Array(4))).toThrow(expect.objectContaining({ code: 'VECTOR_WIDTH' }))
  })
})
