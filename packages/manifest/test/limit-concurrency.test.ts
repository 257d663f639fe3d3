import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from '../src/limit-concurrency.js'

test('at most so many tasks run at once, all of them run, in the order of the calls', async () => {
  const limited = limitConcurrency(3)
  const started: number[] = []
  let running = 0
  let peak = 0
  const task = (i: number) => async () => {
    started.push(i)
    peak = Math.max(peak, ++running)
    await setImmediate()
    running--
    return i * 2
  }
  const all = Array.from({ length: 20 }, (_, i) => i)
  expect(await Promise.all(all.map((i) => limited(task(i))))).toEqual(all.map((i) => i * 2))
  expect(peak).toBe(3)
  expect(started).toEqual(all)
})

test('a task that fails gives its error and its place', async () => {
  const limited = limitConcurrency(1)
  const outcomes = await Promise.allSettled([
    limited(async () => Promise.reject(new Error('first'))),
    limited(async () => 'second'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await limited(async () => 'third')).toBe('third')
})
