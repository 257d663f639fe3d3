import { EXIT, type ExitCode } from './exit-codes.js'

/** The wish to stop, as a signal that commands hand on, and the exit code that a stopped command ends with. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Null while nothing asked the process to stop. */
  exitCode(): ExitCode | null
  /** Gives the signals back to Node's own handling. */
  dispose(): void
}

const EXITS = {
  SIGHUP: EXIT.hungUp,
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
} as const

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an `AbortSignal`, so that the command can finish or roll back what it is at and
 * release its lock. A second SIGINT or SIGTERM ends the process at once: a lock left behind by a dead process is
 * reclaimed.
 */
export function listenForSignals(): Interruption {
  const controller = new AbortController()
  let code: ExitCode | null = null
  const stop = (signal: NodeJS.Signals): void => {
    const wanted = EXITS[signal as keyof typeof EXITS]
    if (code === null) {
      code = wanted
      controller.abort()
      // A closed terminal sends SIGHUP by the kernel and by the shell: the second is no second wish.
    } else if (signal !== 'SIGHUP') process.exit(wanted)
  }
  const signals = Object.keys(EXITS) as NodeJS.Signals[]
  for (const signal of signals) process.on(signal, stop)
  return {
    signal: controller.signal,
    exitCode: () => code,
    dispose: () => {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
