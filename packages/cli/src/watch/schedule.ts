/** What a run of a sync ended with, as far as the next one depends on it. */
export type RunOutcome = 'done' | 'busy'

/** What the schedule is told; every time is in milliseconds of one clock that never goes back. */
export type ScheduleEvent =
  | { readonly kind: 'changed'; readonly atMs: number }
  | { readonly kind: 'started'; readonly atMs: number }
  | { readonly kind: 'ended'; readonly atMs: number; readonly outcome: RunOutcome }

export interface ScheduleTiming {
  /** How long nothing may change before a run starts: an editor writes one file in several steps. */
  readonly quietMs: number
  /** How long a run may be put off by changes that never stop, counted from the first of them. */
  readonly longestWaitMs: number
  /** When to try again after another process held the lock. */
  readonly retryMs: number
}

/** When the next run is due. At most one runs at a time; what changes during a run asks for one more after it. */
export interface Schedule {
  readonly isRunning: boolean
  /** When the first change came that no run has started after; null if there is none. */
  readonly waitingSinceMs: number | null
  /** When a run may start; null if nothing asks for one. Not to be followed while one is running. */
  readonly dueMs: number | null
}

/** Nothing has changed and nothing runs. */
export const IDLE: Schedule = { isRunning: false, waitingSinceMs: null, dueMs: null }

/** The schedule after `event`. Pure; `started` is to be told only of a run that {@link mayStart} allows. */
export function schedule(before: Schedule, event: ScheduleEvent, timing: ScheduleTiming): Schedule {
  switch (event.kind) {
    case 'changed': {
      const waitingSinceMs = before.waitingSinceMs ?? event.atMs
      const dueMs = Math.min(event.atMs + timing.quietMs, waitingSinceMs + timing.longestWaitMs)
      return { ...before, waitingSinceMs, dueMs }
    }
    case 'started':
      return { isRunning: true, waitingSinceMs: null, dueMs: null }
    case 'ended':
      return { ...afterRun(before, event, timing), isRunning: false }
  }
}

/** Whether a run may start at `nowMs`. */
export function mayStart({ isRunning, dueMs }: Schedule, nowMs: number): boolean {
  return !isRunning && dueMs !== null && dueMs <= nowMs
}

function afterRun(
  before: Schedule,
  { atMs, outcome }: { readonly atMs: number; readonly outcome: RunOutcome },
  { retryMs }: ScheduleTiming,
): Schedule {
  if (outcome === 'done') return before
  return {
    ...before,
    waitingSinceMs: before.waitingSinceMs ?? atMs,
    dueMs: Math.max(before.dueMs ?? 0, atMs + retryMs),
  }
}
