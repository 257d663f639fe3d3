import { describe, expect, it } from 'vitest'
import { traverseBounds } from '../../src/index.js'

describe('bounds', () => {
  it('have defaults, the width that of the manifest', () => {
    const defaults = { rel: null, direction: 'both', depth: 1, maxRows: 50, tokenBudget: 4000 }
    expect(traverseBounds({})).toEqual({ ...defaults, adjacentK: 8 })
    expect(traverseBounds({}, 20)).toEqual({ ...defaults, adjacentK: 20 })
    expect(traverseBounds({ depth: Number.NaN, maxRows: Number.NaN }, Number.NaN)).toEqual({
      ...defaults,
      adjacentK: 8,
    })
  })

  it('are clamped, never refused', () => {
    const range = (n: number) => traverseBounds({ depth: n, adjacentK: n, maxRows: n, tokenBudget: n })
    expect(range(-5)).toMatchObject({ depth: 0, adjacentK: 0, maxRows: 0, tokenBudget: 0 })
    for (const n of [1e9, Number.POSITIVE_INFINITY]) {
      expect(range(n)).toMatchObject({ depth: 3, adjacentK: 64, maxRows: 200, tokenBudget: 20_000 })
    }
    expect(range(2.9)).toMatchObject({ depth: 2, adjacentK: 2, maxRows: 2, tokenBudget: 2 })
  })

  it('refuse a direction that is none', () => {
    const call = () => traverseBounds({ direction: 'sideways' as 'out' })
    expect(call).toThrow(expect.objectContaining({ code: 'TRAVERSE_DIRECTION_INVALID' }))
  })
})
