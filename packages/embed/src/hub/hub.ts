import { setTimeout as sleep } from 'node:timers/promises'
import type { Patience } from './persist.js'
import { type HubSettings, hubSettings } from './settings.js'
import { openTransport, type Transport } from './transport.js'

/** An open way to the hub. Close it. */
export interface Hub {
  readonly settings: HubSettings
  readonly transport: Transport
  readonly signal: AbortSignal | undefined
  readonly patience: Patience
}

export interface HubOptions {
  /** Default: those of the environment. */
  readonly settings?: HubSettings
  /** Stops the work; what was received is kept for the next time. */
  readonly signal?: AbortSignal | undefined
  /** Told when the hub has to be waited for. */
  readonly onWait?: ((reason: string, ms: number) => void) | undefined
  /** How to wait; default: by the clock. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined
}

const ATTEMPTS = 5
const MAX_WAIT_MS = 5 * 60_000

/** Runs `work` with the way to the hub open, and closes it. */
export async function withHub<T>(options: HubOptions, work: (hub: Hub) => Promise<T>): Promise<T> {
  const { settings = hubSettings(), signal, onWait, pause = clock(signal) } = options
  const transport = await openTransport(settings)
  const patience: Patience = {
    attempts: ATTEMPTS,
    maxWaitMs: MAX_WAIT_MS,
    pause,
    ...(onWait === undefined ? {} : { onWait }),
  }
  try {
    return await work({ settings, transport, signal, patience })
  } finally {
    await transport.close()
  }
}

function clock(signal: AbortSignal | undefined): (ms: number) => Promise<void> {
  return async (ms) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal })
  }
}
