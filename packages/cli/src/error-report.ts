import { isPinakesError, type PinakesError, shorten } from '@pinakes/manifest'
import { CliError } from './cli-error.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import { flagOf } from './flags/parameter-flags.js'
import { escapeText } from './output/escape.js'
import { systemErrorReport } from './system-error.js'

/** An error as a user meets it. */
export interface ErrorReport {
  readonly code: string
  /** One line, or several when the error itself lists things. */
  readonly message: string
  readonly remedy: string
  readonly exit: ExitCode
}

/**
 * What to tell a user about anything a command may throw: Pinakes errors as they are, oclif's parse errors as usage
 * errors, well-known errors of the operating system with a remedy, and the rest as a defect to report.
 */
export function errorReport(error: unknown, commandId: string | null): ErrorReport {
  if (isPinakesError(error)) {
    if (!isUsageCode(error.code))
      return { code: error.code, message: error.message, remedy: error.remedy, exit: EXIT.failure }
    return { code: error.code, ...asTyped(error), exit: EXIT.usage }
  }
  if (isParseError(error)) return usageReport(error.message, commandId)
  return systemErrorReport(error) ?? unexpected(error)
}

/** The text for stderr: `error: <message>`, then the remedy; with `debug`, the stack and its causes as well. */
export function errorText(report: ErrorReport, error: unknown, debug: boolean): string {
  const lines = [`error: ${escapeText(report.message)}`, escapeText(report.remedy)]
  return `${[...lines, ...(debug ? stacks(error) : [])].join('\n')}\n`
}

/** Codes that say the call itself was wrong; a library is not loaded in order to classify its errors. */
const USAGE_CODE =
  /^(CLI_USAGE|RETRIEVE_QUERY_EMPTY|RETRIEVE_(QUERY|LIMIT|FILTER|EXPANSION|REFERENCE)_INVALID)$/

/** True for the code of an error that ends with exit 2, in any Pinakes package. */
export function isUsageCode(code: string): boolean {
  return USAGE_CODE.test(code)
}

/** A usage error in the words of the command line: a parameter of a search is the option that sets it. */
function asTyped({ code, message, remedy, details }: PinakesError): Pick<ErrorReport, 'message' | 'remedy'> {
  const { parameter } = details
  const flag = flagOf(parameter)
  if (code === 'CLI_USAGE') return { message: lineText(message), remedy }
  if (flag === null) return { message: parserText(message), remedy }
  const said = message.startsWith(`${parameter} `) ? message.slice(`${parameter} `.length) : message
  return { message: `${flag}: ${said}`, remedy: remedy.replace(new RegExp(`\\b${parameter}\\b`), flag) }
}

/** No line of ours about a command line is longer, so what is holds a text that was typed. */
const LONGEST_LINE = 160

/** oclif marks the errors of its parser with an `oclif` property; `instanceof` would load its error classes. */
function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'oclif' in error
}

function usageReport(message: string, commandId: string | null): ErrorReport {
  const remedy = `see: pnk ${commandId === null ? '' : `${commandId} `}--help`
  return { code: 'CLI_USAGE', message: lineText(message), remedy, exit: EXIT.usage }
}

/** A message about the command line itself, in our words; what was typed is in it as it was typed. */
function lineText(message: string): string {
  const lines = parserText(message).split('\n')
  return lines.map((line) => shorten(line, LONGEST_LINE)).join('\n')
}

/** A message as the option parser throws it, or as it wraps one of ours, in our words. */
function parserText(message: string): string {
  return (
    message
      .replace(/\nSee more help with --help/g, '')
      // True of options that swallow several values, which none of ours does.
      .replace(/\n\nNote: .* allows? multiple values[\s\S]*/, '')
      .replace(/^Parsing --(\S) \n\t/, '-$1: ')
      .replace(/^Parsing (--\S+) \n\t/, '$1: ')
      .replace(/^Nonexistent flag/, 'no such option')
      .trim()
  )
}

function unexpected(error: unknown): ErrorReport {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    code: 'UNEXPECTED',
    message: `unexpected ${text.split('\n', 1)[0]}`,
    remedy: 'this is a defect of pnk: run the command again with PNK_DEBUG=1 and report what it prints',
    exit: EXIT.failure,
  }
}

function stacks(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [error.stack ?? error.message, ...stacks(error.cause)]
}

/** The error of a command that a signal stopped. */
export function interruptedError(): CliError {
  return new CliError({
    code: 'CLI_INTERRUPTED',
    message: 'stopped before the end; what was finished is kept',
    remedy: 'run the same command again to go on',
  })
}
