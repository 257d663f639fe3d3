import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPinakesError } from '@pinakes/manifest'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTable, type StaticTable } from '../../src/static/table.js'
import { smallTable, type TableSource, tableBytes } from './table-bytes.js'
import { tempFolder } from './temp-folder.js'

function written(source: TableSource): StaticTable {
  const path = join(tempFolder(), 'table.bin')
  writeFileSync(path, tableBytes(source))
  const table = openTable(path)
  onTestFinished(() => table.close())
  return table
}

/** 1,000 rows of 64 numbers, of every int8 value, so that several blocks of rows are read. */
function largeTable(): TableSource {
  const entries = Array.from({ length: 1000 }, (_, i) => (i === 0 ? '[UNK]' : `w${i}`))
  const rows = Int8Array.from({ length: 64 * 1000 }, (_, i) => ((i * 2654435761) >>> 8) % 256)
  return { entries, dim: 64, scales: Float32Array.from(entries, (_, i) => 1 / (i + 1)), rows }
}

/** What the kernel should give, in plain arithmetic. */
function plainSum(source: TableSource, ids: readonly number[]): Float32Array {
  const sum = new Float32Array(source.dim)
  for (const id of ids) {
    const scale = source.scales[id] ?? 0
    for (let i = 0; i < source.dim; i++) {
      sum[i] = Math.fround((sum[i] ?? 0) + Math.fround(scale * (source.rows[id * source.dim + i] ?? 0)))
    }
  }
  return sum
}

describe('openTable', () => {
  it('reads vocabulary and rows as they were written', () => {
    const table = written(smallTable())
    expect([0, 1, 2, 3].map((id) => table.vocabulary.entry(id))).toEqual(['[UNK]', 'up', 'down', 'left'])
    expect([...table.rows.sum(Uint32Array.of(1)).subarray(0, 17)]).toEqual([...Array(16).fill(50), 0])
  })

  it('refuses a file that cannot be a table, naming the file and the fix', () => {
    const path = join(tempFolder(), 'table.bin')
    writeFileSync(path, '<html>404</html>')
    let error: unknown
    try {
      openTable(path)
    } catch (reason) {
      error = reason
    }
    expect(isPinakesError(error, 'EMBED_MODEL_DAMAGED')).toBe(true)
    expect(error).toMatchObject({
      message: expect.stringContaining(path),
      remedy: expect.stringContaining('npm install'),
    })
  })
})

describe('RowMemory.sum', () => {
  it('sums nothing to zero', () => {
    expect(written(smallTable()).rows.sum(new Uint32Array())).toEqual(new Float32Array(32))
  })

  it('starts anew with each call', () => {
    const { rows } = written(smallTable())
    rows.sum(Uint32Array.of(1, 3))
    expect([...rows.sum(Uint32Array.of(2))].every((value, i) => value === (i < 16 ? -50 : 0))).toBe(true)
  })

  it('gives the sum of plain arithmetic for any ids, bit by bit', () => {
    const source = largeTable()
    const { rows } = written(source)
    fc.assert(
      fc.property(fc.array(fc.nat(999), { maxLength: 200 }), (ids) => {
        expect(rows.sum(Uint32Array.from(ids))).toEqual(plainSum(source, ids))
      }),
    )
  })

  it('sums more ids than the kernel takes at once', () => {
    const source = largeTable()
    const ids = Array.from({ length: 10_000 }, (_, i) => (i * 37) % 1000)
    expect(written(source).rows.sum(Uint32Array.from(ids))).toEqual(plainSum(source, ids))
  })
})

describe('products', () => {
  it('are those of plain arithmetic, exactly, for any rows, more than a batch of them', () => {
    const source = largeTable()
    const table = written(source)
    const id = fc.nat(999)
    fc.assert(
      fc.property(
        fc.array(id, { maxLength: 5 }),
        fc.array(id, { maxLength: 20 }),
        fc.boolean(),
        (a, b, many) => {
          const others = many ? Array.from({ length: 5000 }, (_, i) => (i * 7) % 1000) : b
          const products = table.rows.products(Uint32Array.from(a), Uint32Array.from(others))
          expect([...products]).toEqual(
            a.flatMap((one) => others.map((other) => plainDot(source, one, other))),
          )
        },
      ),
      { numRuns: 30 },
    )
  })
})

function plainDot({ rows, dim }: TableSource, a: number, b: number): number {
  let sum = 0
  for (let i = 0; i < dim; i++) sum += (rows[a * dim + i] ?? 0) * (rows[b * dim + i] ?? 0)
  return sum
}
