/** How much a line of the log matters, in the protocol's words. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** Takes one line for the log; `error`, whose details no client gets, for the server's own log alone. */
export type Log = (level: LogLevel, message: string, error?: unknown) => void

/** A log that writes lines through `write`; levels below `info` are left out, stacks only come with defects. */
export function textLog(write: (line: string) => void): Log {
  return (level, message, error) => {
    if (level === 'debug') return
    write(
      `${level === 'info' ? '' : `${level}: `}${message}${error === undefined ? '' : `\n${describe(error)}`}\n`,
    )
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
