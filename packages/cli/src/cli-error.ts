import { PinakesError, type PinakesErrorInit } from '@pinakes/manifest'

/**
 * Codes of the command line:
 * - `CLI_USAGE`: the command line could not be understood, or its options exclude each other (exit 2)
 * - `CLI_INTERRUPTED`: stopped by a signal; the work done so far is consistent (exit 129, 130 or 143)
 * - `CLI_NO_TEMPLATES`: this installation has lost its templates
 * - `CLI_GIT_MISSING`: git is not on PATH
 * - `CLI_GIT_NO_REPOSITORY`: the knowledge base is not in a git repository
 * - `CLI_GIT_FAILED`: git refused; the message quotes it
 * - `CLI_WATCH_FAILED`: the knowledge base cannot be watched, or is gone; `cause` says why
 * - `CLI_UNCONFIRMED`: something would be deleted, nobody said yes, and there is no terminal to ask on
 * - `CLI_DEEP_UNAVAILABLE`: `ask --deep` is not part of this release
 * - `CLI_PAGE_REFUSED`: the page of `--html` would take the place of something else
 * - `CLI_QUESTIONS_GONE`: there is a baseline of questions, and no question is left to compare with it
 * - `CLI_NER_MISSING`: names in texts were asked for, and the packages that find them are not installed
 * - `CLI_PRUNE_BLIND`: which sidecars are orphans cannot be told while a folder cannot be looked into
 */
export type CliErrorCode =
  | 'CLI_USAGE'
  | 'CLI_INTERRUPTED'
  | 'CLI_NO_TEMPLATES'
  | 'CLI_GIT_MISSING'
  | 'CLI_GIT_NO_REPOSITORY'
  | 'CLI_GIT_FAILED'
  | 'CLI_WATCH_FAILED'
  | 'CLI_UNCONFIRMED'
  | 'CLI_DEEP_UNAVAILABLE'
  | 'CLI_PAGE_REFUSED'
  | 'CLI_QUESTIONS_GONE'
  | 'CLI_NER_MISSING'
  | 'CLI_PRUNE_BLIND'

/** An error of the command line itself; library errors pass through with their own codes. */
export class CliError extends PinakesError<CliErrorCode> {}

/** A usage error of `command`, whose help is the remedy unless one is given. */
export function usageError(
  message: string,
  command: string | null,
  more: Partial<PinakesErrorInit<CliErrorCode>> = {},
): CliError {
  const remedy = `see: pnk ${command === null ? '' : `${command} `}--help`
  return new CliError({ code: 'CLI_USAGE', message, remedy, ...more })
}
