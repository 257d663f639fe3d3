import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchLimits, planBatches } from '../../src/encode/plan-batches.js'

const lengths = fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 200 })
const limits = fc.record({
  maxTokens: fc.integer({ min: 1, max: 4000 }),
  maxRows: fc.integer({ min: 1, max: 64 }),
})

describe('planBatches', () => {
  it('puts every index into exactly one batch', () => {
    fc.assert(
      fc.property(lengths, limits, (all, bounds) => {
        const planned = planBatches(all, bounds).flat()
        expect(planned.sort((a, b) => a - b)).toEqual([...all.keys()])
      }),
    )
  })

  it('keeps to both limits, padding counted; a longer sequence stands alone', () => {
    fc.assert(
      fc.property(lengths, limits, (all, bounds) => {
        for (const batch of planBatches(all, bounds)) {
          const columns = Math.max(...batch.map((index) => all[index] ?? 0))
          expect(batch.length).toBeLessThanOrEqual(bounds.maxRows)
          expect(batch.length === 1 || batch.length * columns <= bounds.maxTokens).toBe(true)
        }
      }),
    )
  })

  it('starts with the longest, so that no later batch needs more memory', () => {
    fc.assert(
      fc.property(lengths, limits, (all, bounds) => {
        const columns = planBatches(all, bounds).map(([first]) => all[first ?? 0] ?? 0)
        expect(columns).toEqual([...columns].sort((a, b) => b - a))
      }),
    )
  })

  it('plans nothing for nothing', () => {
    expect(planBatches([], { maxTokens: 10, maxRows: 10 })).toEqual([])
  })

  it('lets int8 texts run one by one', () => {
    expect(batchLimits('int8', { maxTokens: 10, maxRows: 10 })).toEqual({ maxTokens: 10, maxRows: 1 })
    expect(batchLimits('float32', { maxTokens: 10, maxRows: 10 })).toEqual({ maxTokens: 10, maxRows: 10 })
  })
})
