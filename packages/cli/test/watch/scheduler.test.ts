import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunOutcome } from '../../src/watch/schedule.js'
import { Scheduler } from '../../src/watch/scheduler.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A scheduler over runs that end when told to; the times of their starts, on the fake clock. */
function scheduler() {
  const starts: number[] = []
  const ends: ((outcome: RunOutcome) => void)[] = []
  const began = performance.now()
  const run = () => {
    starts.push(Math.round(performance.now() - began))
    return new Promise<RunOutcome>((resolve) => ends.push(resolve))
  }
  const end = async (outcome: RunOutcome = 'done') => {
    ends.shift()?.(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    starts,
    end,
    scheduler: new Scheduler(run, { quietMs: 300, longestWaitMs: 2000, retryMs: 700 }),
  }
}

it('starts a run once it has been quiet', async () => {
  const { scheduler: it, starts } = scheduler()
  it.changed()
  await vi.advanceTimersByTimeAsync(200)
  it.changed()
  await vi.advanceTimersByTimeAsync(299)
  expect(starts).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(starts).toEqual([500])
})

it('starts nothing during a run, and once after it', async () => {
  const { scheduler: it, starts, end } = scheduler()
  it.changed()
  await vi.advanceTimersByTimeAsync(300)
  it.changed()
  await vi.advanceTimersByTimeAsync(5000)
  it.changed()
  expect(starts).toEqual([300])
  await end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(starts).toEqual([300, 5300])
})

it('comes back after a busy lock without another change', async () => {
  const { scheduler: it, starts, end } = scheduler()
  it.changed()
  await vi.advanceTimersByTimeAsync(300)
  await end('busy')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(starts).toEqual([300, 1000])
})

it('stops when the run under way has ended, and starts no other', async () => {
  const { scheduler: it, starts, end } = scheduler()
  it.changed()
  await vi.advanceTimersByTimeAsync(300)
  it.changed()
  let isStopped = false
  const stopped = it.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isStopped).toBe(false)
  await end()
  await stopped
  await vi.advanceTimersByTimeAsync(10_000)
  expect(starts).toEqual([300])
})
