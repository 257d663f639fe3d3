import { describe, expect, it } from 'vitest'
import { bestWeight, leaveOneOut } from '../leave-one-out.js'

const CURVES = [
  { name: 'a', merits: [0.1, 0.2, 0.9] },
  { name: 'b', merits: [0.3, 0.5, 0.1] },
  { name: 'c', merits: [0.5, 0.4, 0.3] },
]

describe('leaveOneOut', () => {
  it('lets a collection have no say in its own weight', () => {
    // Means without a: .4 .45 .2; without b: .3 .3 .6; without c: .2 .35 .5.
    expect(leaveOneOut(CURVES)).toEqual([
      { heldOut: 'a', chosen: 1 },
      { heldOut: 'b', chosen: 2 },
      { heldOut: 'c', chosen: 2 },
    ])
  })
})

describe('bestWeight', () => {
  it('takes the smallest of equal weights', () => {
    expect(bestWeight([{ name: 'a', merits: [0.1, 0.7, 0.7] }])).toBe(1)
    expect(bestWeight([])).toBe(-1)
  })
})
