import { usageError } from './cli-error.js'
import { COMMAND_IDS, type CommandId } from './command-ids.js'
import { errorReport, errorText, interruptedError } from './error-report.js'
import type { ExitCode } from './exit-codes.js'
import { type CommandIo, textOutput } from './io.js'
import { installLastResort } from './last-resort.js'
import { PnkConfig } from './oclif-config.js'
import { toJson } from './output/json.js'
import { COMMANDS } from './registry.js'
import { type Route, route } from './router.js'
import { listenForSignals } from './signals.js'
import { wantsJson } from './wants-json.js'

/**
 * Runs `pnk` with `argv` (without `node` and the script) and sets the exit code. Never rejects and never prints a
 * stack trace, unless `PNK_DEBUG=1` asks for one.
 */
export async function main(argv: readonly string[]): Promise<void> {
  installLastResort()
  const interruption = listenForSignals()
  const io: CommandIo = {
    out: textOutput(process.stdout, process.env),
    err: textOutput(process.stderr, process.env),
    env: process.env,
    signal: interruption.signal,
  }
  const code = await runArgv(argv, io)
  const isServed = isService(argv)
  process.exitCode = isServed ? code : (interruption.exitCode() ?? code)
  interruption.dispose()
  if (isServed) endSoon()
}

/** Room that a last line on a slow terminal or pipe may need. */
const LAST_OUTPUT_MS = 200

/** Ends a service whose client does not read what it was sent: that output would keep the process for ever. */
function endSoon(): void {
  setTimeout(() => process.exit(), LAST_OUTPUT_MS).unref()
}

/** Whether `argv` asks for what runs until it is stopped: then a signal is its regular end. */
function isService(argv: readonly string[]): boolean {
  const wanted = route(argv, COMMAND_IDS)
  return wanted.kind === 'command' && wanted.id === ('serve' satisfies CommandId)
}

/** Runs one command line against the given streams and answers with its exit code. Never rejects. */
export async function runArgv(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const wanted = route(argv, COMMAND_IDS)
  const commandId = wanted.kind === 'command' || wanted.kind === 'command-help' ? wanted.id : null
  try {
    return await runRoute(wanted, io)
  } catch (error) {
    const shown = io.signal.aborted ? interruptedError() : error
    const report = errorReport(shown, commandId)
    io.err.write(errorText(report, error, io.env.PNK_DEBUG === '1'))
    if (wantsJson(argv)) {
      const { code, message, remedy } = report
      io.out.write(`${toJson({ error: { code, message, remedy } }, 0)}\n`)
    }
    return report.exit
  }
}

async function runRoute(wanted: Route, io: CommandIo): Promise<ExitCode> {
  switch (wanted.kind) {
    case 'root-help':
      return (await import('./help.js')).showRootHelp(io)
    case 'command-help':
      return (await import('./help.js')).showCommandHelp(wanted.id, io)
    case 'topic-help':
      return (await import('./help.js')).showTopicHelp(wanted.id, io)
    case 'version':
      return (await import('./version.js')).showVersion(io)
    case 'unknown':
      throw unknownCommand(wanted.id)
    case 'command':
      return runCommand(wanted.id, wanted.argv, io)
  }
}

async function runCommand(id: string, argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const entry = COMMANDS.find((candidate) => candidate.id === id)
  if (entry === undefined) throw unknownCommand(id)
  const CommandClass = await entry.load()
  return new CommandClass([...argv], new PnkConfig(), io).run()
}

function unknownCommand(id: string): Error {
  const what = id.startsWith('-') ? `no such option: ${id}` : `no such command: ${id}`
  const [topic = ''] = id.split(' ')
  const below = COMMAND_IDS.filter((known) => known.startsWith(`${topic} `))
  const known = below.length > 0 ? below : COMMAND_IDS
  return usageError(what, null, {
    remedy: `the commands are: ${known.join(', ')}; see: pnk ${below.length > 0 ? `${topic} ` : ''}--help`,
  })
}
