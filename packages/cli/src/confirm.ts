import { CliError } from './cli-error.js'
import type { CommandIo } from './io.js'

/** What somebody has to say yes to before it happens. */
export interface Confirmation {
  /** The command line said yes already. */
  readonly isGiven: boolean
  readonly question: string
  /** What would happen, for the refusal where nobody can be asked: `3 files would be deleted`. */
  readonly what: string
  /** How to say yes on the command line. */
  readonly remedy: string
}

/**
 * Whether to go on: the command line said so, or a person at the terminal does. Any answer but `y` or `yes` is no, and
 * so is the end of the input.
 * @throws CliError `CLI_UNCONFIRMED` where there is no terminal to ask on
 */
export async function confirm(io: CommandIo, confirmation: Confirmation): Promise<boolean> {
  if (confirmation.isGiven) return true
  if (!io.err.isTerminal || process.stdin.isTTY !== true) {
    throw new CliError({
      code: 'CLI_UNCONFIRMED',
      message: `${confirmation.what}, and there is no terminal to ask on: nothing was done`,
      remedy: confirmation.remedy,
    })
  }
  return ask(`${confirmation.question} [y/N] `, io.signal)
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const input = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  // A question that the input ends under is never answered by readline.
  const ended = new Promise<string>((resolve) => input.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([input.question(question, { signal }), ended])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    input.close()
  }
}
