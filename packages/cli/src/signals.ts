import { EXIT, type ExitCode } from './exit-codes.js'

/** The wish to stop, as a signal that commands hand on, and the exit code that a stopped command ends with. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Null while nothing asked the process to stop. */
  exitCode(): ExitCode | null
  /** Gives the signals back to Node's own handling. */
  dispose(): void
}

/**
 * Turns SIGINT and SIGTERM into an `AbortSignal`, so that the command can finish or roll back what it is at and
 * release its lock. A second signal ends the process at once: a lock left behind by a dead process is reclaimed.
 */
export function listenForSignals(): Interruption {
  const controller = new AbortController()
  let code: ExitCode | null = null
  const stop = (wanted: ExitCode) => () => {
    if (code !== null) process.exit(wanted)
    code = wanted
    controller.abort()
  }
  const onInterrupt = stop(EXIT.interrupted)
  const onTerminate = stop(EXIT.terminated)
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)
  return {
    signal: controller.signal,
    exitCode: () => code,
    dispose: () => {
      process.off('SIGINT', onInterrupt)
      process.off('SIGTERM', onTerminate)
    },
  }
}
