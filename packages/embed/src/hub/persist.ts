import type { EmbedError } from '../errors.js'

/** A fault that may pass: the work is tried again, and `final` is what the user meets once patience ends. */
export class PassingFault extends Error {
  constructor(
    readonly final: EmbedError,
    /** How long the other side asks to wait; null: it does not say. */
    readonly waitMs: number | null = null,
    /** Something was gained before it happened, so that patience starts anew. */
    readonly gained = false,
  ) {
    super(final.message, { cause: final })
  }
}

/** How patiently work is tried again. */
export interface Patience {
  /** Attempts in a row that gain nothing. */
  readonly attempts: number
  /** The longest that the other side may ask to wait. */
  readonly maxWaitMs: number
  /** Resolves after `ms`; rejects when the work is to stop. */
  pause(ms: number): Promise<void>
  /** Told before every wait. */
  onWait?(reason: string, ms: number): void
}

/**
 * What `work` resolves to, tried again after every {@link PassingFault}: at once-doubling pauses from 500 ms up to
 * 8 s, or after the pause that the other side asked for.
 * @throws the fault's `final` when `attempts` in a row gained nothing or the other side asks for too long a wait
 */
export async function persist<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  for (let failed = 0; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PassingFault)) throw error
      failed = error.gained ? 1 : failed + 1
      const waitMs = error.waitMs ?? backoffMs(failed)
      if (failed >= patience.attempts || waitMs > patience.maxWaitMs) throw error.final
      patience.onWait?.(error.final.message, waitMs)
      await patience.pause(waitMs)
    }
  }
}

function backoffMs(failed: number): number {
  return Math.min(8000, 250 * 2 ** failed)
}

/**
 * How long an answer asks to wait, or null: `Retry-After` in seconds or as a date, else the hub's own
 * `RateLimit: "api";r=0;t=55` once nothing remains.
 */
export function askedWaitMs(header: (name: string) => string | null, nowMs: number): number | null {
  const retryAfter = header('retry-after')?.trim()
  if (retryAfter !== undefined && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const dateMs = retryAfter === undefined ? Number.NaN : Date.parse(retryAfter)
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs)
  const window = /;\s*r\s*=\s*0\s*;\s*t\s*=\s*(\d+)/.exec(header('ratelimit') ?? '')
  return window === null ? null : Number(window[1]) * 1000
}
