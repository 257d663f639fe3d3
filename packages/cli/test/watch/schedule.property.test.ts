import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  IDLE,
  mayStart,
  type RunOutcome,
  type Schedule,
  type ScheduleTiming,
  schedule,
} from '../../src/watch/schedule.js'

const TIMING: ScheduleTiming = { quietMs: 300, longestWaitMs: 2000, retryMs: 700 }

interface Run {
  readonly startMs: number
  readonly endMs: number
  readonly outcome: RunOutcome
}

/** What happens in the world: when files change, and how long each run takes and how it ends. */
interface World {
  readonly changesMs: readonly number[]
  readonly runs: readonly { readonly takesMs: number; readonly outcome: RunOutcome }[]
}

const worlds = fc.record({
  changesMs: fc
    .array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 })
    .map((times) => [...times].sort((a, b) => a - b)),
  runs: fc.array(
    fc.record({
      takesMs: fc.integer({ min: 0, max: 4000 }),
      outcome: fc.constantFrom<RunOutcome>('done', 'done', 'busy'),
    }),
    { maxLength: 20 },
  ),
})

/** Plays a world through the schedule on a clock of its own; runs beyond the listed ones take no time. */
function play({ changesMs, runs }: World): Run[] {
  const done: Run[] = []
  let state: Schedule = IDLE
  let endMs: number | null = null
  let nowMs = 0
  const changes = [...changesMs]
  for (let steps = 0; steps < 10_000; steps++) {
    const nextMs = Math.min(
      changes[0] ?? Number.POSITIVE_INFINITY,
      endMs ?? Number.POSITIVE_INFINITY,
      state.isRunning ? Number.POSITIVE_INFINITY : (state.dueMs ?? Number.POSITIVE_INFINITY),
    )
    if (nextMs === Number.POSITIVE_INFINITY) return done
    // What is due in the past happens now.
    nowMs = Math.max(nowMs, nextMs)
    if (nextMs === endMs) {
      const run = done.at(-1)
      state = schedule(state, { kind: 'ended', atMs: nextMs, outcome: run?.outcome ?? 'done' }, TIMING)
      endMs = null
    } else if (nextMs === changes[0]) {
      changes.shift()
      state = schedule(state, { kind: 'changed', atMs: nextMs }, TIMING)
    } else {
      const startMs = nowMs
      expect(mayStart(state, startMs)).toBe(true)
      const { takesMs = 0, outcome = 'done' } = runs[done.length] ?? {}
      state = schedule(state, { kind: 'started', atMs: startMs }, TIMING)
      endMs = startMs + takesMs
      done.push({ startMs, endMs, outcome })
    }
  }
  throw new Error('the schedule never comes to rest')
}

it('never runs two at once', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const runs = play(world)
      for (const [i, run] of runs.entries()) {
        const before = runs[i - 1]
        if (before !== undefined) expect(run.startMs).toBeGreaterThanOrEqual(before.endMs)
      }
    }),
  )
})

it('follows each change by a run that starts after it and is not kept out, in bounded time', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const runs = play(world)
      for (const changeMs of world.changesMs) {
        const after = runs.filter(({ startMs, outcome }) => startMs >= changeMs && outcome === 'done')
        expect(after.length).toBeGreaterThan(0)
        const first = runs.find(({ startMs }) => startMs >= changeMs)
        const underWay = runs.find(({ startMs, endMs }) => startMs < changeMs && changeMs < endMs)
        const freeMs = Math.max(changeMs, underWay?.endMs ?? 0)
        // A run that a busy lock kept out puts the next one off as well.
        const longest = Math.max(TIMING.longestWaitMs, TIMING.retryMs)
        expect((first?.startMs ?? 0) - freeMs).toBeLessThanOrEqual(longest)
      }
    }),
  )
})

it('runs for a change or after a busy lock, and for nothing else', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const runs = play(world)
      for (const [i, run] of runs.entries()) {
        const before = runs[i - 1]
        const isAsked = world.changesMs.some((at) => at <= run.startMs && at >= (before?.startMs ?? 0))
        expect(isAsked || before?.outcome === 'busy').toBe(true)
      }
    }),
  )
})

it('takes changes that come close together for one', () => {
  const burst = Array.from({ length: 20 }, (_, i) => 1000 + i * 50)
  expect(play({ changesMs: burst, runs: [] })).toEqual([{ startMs: 2250, endMs: 2250, outcome: 'done' }])
})

it('does not let changes that never stop put a run off for ever', () => {
  const steady = Array.from({ length: 100 }, (_, i) => i * 100)
  expect(play({ changesMs: steady, runs: [] }).map(({ startMs }) => startMs)).toEqual([
    2000, 4100, 6200, 8300, 10_200,
  ])
})

it('runs once more for any number of changes during a run', () => {
  const world = {
    changesMs: [0, 1000, 1100, 1200],
    runs: [{ takesMs: 5000, outcome: 'done' as const }],
  }
  expect(play(world).map(({ startMs }) => startMs)).toEqual([300, 5300])
})

it('tries again later while another process holds the lock', () => {
  const busy = { takesMs: 10, outcome: 'busy' as const }
  const runs = play({ changesMs: [0], runs: [busy, busy] })
  expect(runs.map(({ startMs, outcome }) => [startMs, outcome])).toEqual([
    [300, 'busy'],
    [1010, 'busy'],
    [1720, 'done'],
  ])
})
