/** The exit statuses of `pnk` (docs/cli.md). */
export const EXIT = {
  /** Success, nothing to do, a busy lock, or `doctor` with warnings only. */
  ok: 0,
  /** A document failed, a check failed, or a refusal. */
  failure: 1,
  /** The command line could not be understood. */
  usage: 2,
  /** Stopped by SIGHUP: the terminal was closed. */
  hungUp: 129,
  /** Stopped by SIGINT. */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const

/** One of the statuses in {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
