/** A stream that a command writes text to. */
export interface TextOutput {
  write(text: string): void
  readonly isTerminal: boolean
  /** Escape sequences for colour are welcome. */
  readonly colour: boolean
}

/** What a command may touch of the process: its two outputs, its environment, and the wish to stop. */
export interface CommandIo {
  readonly out: TextOutput
  readonly err: TextOutput
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** True when plain text is wanted even on a terminal: `CI`, `NO_COLOR` (non-empty) or `TERM=dumb`. */
export function wantsPlainText(env: CommandIo['env']): boolean {
  return isSet(env.CI) || isSet(env.NO_COLOR) || env.TERM === 'dumb'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

/** Wraps a process stream; colours only on a terminal that did not ask for plain text. */
export function textOutput(stream: NodeJS.WriteStream, env: CommandIo['env']): TextOutput {
  const isTerminal = stream.isTTY === true
  return {
    write: (text) => void stream.write(text),
    isTerminal,
    colour: isTerminal && !wantsPlainText(env),
  }
}
