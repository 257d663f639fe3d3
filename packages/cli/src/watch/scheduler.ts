import {
  IDLE,
  mayStart,
  type RunOutcome,
  type ScheduleEvent,
  type ScheduleTiming,
  schedule,
} from './schedule.js'

/** Starts runs as the schedule says: one at a time, and never before it is quiet. */
export class Scheduler {
  #state = IDLE
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  /** `run` must not reject. */
  constructor(
    readonly run: () => Promise<RunOutcome>,
    readonly timing: ScheduleTiming,
  ) {}

  /** Something changed: a run follows. */
  changed(): void {
    this.#tell({ kind: 'changed', atMs: performance.now() })
  }

  /** Starts no further run, and resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #tell(event: ScheduleEvent): void {
    this.#state = schedule(this.#state, event, this.timing)
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    const { isRunning, dueMs } = this.#state
    if (this.#isStopped || isRunning || dueMs === null) return
    this.#timer = setTimeout(() => this.#startIfDue(), Math.max(0, dueMs - performance.now()))
  }

  #startIfDue(): void {
    const atMs = performance.now()
    // A timer may fire a fraction of a millisecond early: then it is set again.
    if (!mayStart(this.#state, atMs)) {
      this.#wait()
      return
    }
    this.#tell({ kind: 'started', atMs })
    this.#running = this.run().then((outcome) =>
      this.#tell({ kind: 'ended', atMs: performance.now(), outcome }),
    )
  }
}
