import { describe, expect, it } from 'vitest'
import { operatorThreads } from '../../src/onnx/threads.js'

describe('operatorThreads', () => {
  it.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [6, 4],
    [8, 4],
    [12, 6],
    [16, 8],
    [64, 8],
  ])('on %i logical processors an operator gets %i threads', (cores, threads) => {
    expect(operatorThreads(cores)).toBe(threads)
  })
})
