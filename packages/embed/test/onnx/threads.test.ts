import { describe, expect, it } from 'vitest'
import { operatorThreads, sessionOptions, threadsMaySpin } from '../../src/onnx/threads.js'

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

describe('threadsMaySpin', () => {
  it.each([
    [0, 2, true],
    [0.9, 2, true],
    [1, 2, false],
    [12, 2, false],
    [3, 8, true],
    [4, 8, false],
  ])('with %d running processes on %i logical processors: %s', (load, cores, spins) => {
    expect(threadsMaySpin(load, cores)).toBe(spins)
  })
})

it('a session runs its operators one after another, with the threads chosen for them', () => {
  expect(sessionOptions()).toMatchObject({
    executionMode: 'sequential',
    interOpNumThreads: 1,
    intraOpNumThreads: operatorThreads(),
    extra: { session: { intra_op: { allow_spinning: expect.stringMatching(/^[01]$/) } } },
  })
})
