import { stripVTControlCharacters } from 'node:util'
import type { Command } from '@oclif/core/command'
import { Help } from '@oclif/core/help'
import type { PnkCommandClass } from './command.js'
import { EXIT, type ExitCode } from './exit-codes.js'
import type { CommandIo } from './io.js'
import { PnkConfig } from './oclif-config.js'
import { COMMANDS } from './registry.js'

const ABOUT =
  'Pinakes: a portable knowledge base that people keep and agents search, with every passage cited.'
const MORE = 'Every command explains itself: pnk COMMAND --help'

/** Writes what `pnk` is and its commands. */
export async function showRootHelp(io: CommandIo): Promise<ExitCode> {
  const commands = await Promise.all(COMMANDS.map(async ({ id, load }) => described(id, await load())))
  return show(io, pnkHelp().rootText(commands))
}

/** Writes the commands below one topic: `pnk models`. */
export async function showTopicHelp(topic: string, io: CommandIo): Promise<ExitCode> {
  const below = COMMANDS.filter(({ id }) => id.startsWith(`${topic} `))
  const commands = await Promise.all(below.map(async ({ id, load }) => described(id, await load())))
  return show(io, pnkHelp().topicText(topic, commands))
}

/** Writes the arguments, options and examples of one command; the id must be a registered one. */
export async function showCommandHelp(id: string, io: CommandIo): Promise<ExitCode> {
  const entry = COMMANDS.find((candidate) => candidate.id === id)
  if (entry === undefined) return showRootHelp(io)
  return show(io, pnkHelp().commandText(described(id, await entry.load())))
}

/** oclif's help, as text instead of as a side effect. */
class PnkHelp extends Help {
  rootText(commands: Command.Loadable[]): string {
    const usage = this.section('USAGE', `$ pnk [COMMAND]\n$ pnk --version`)
    return [ABOUT, usage, this.formatCommands(commands), MORE].join('\n\n')
  }

  topicText(topic: string, commands: Command.Loadable[]): string {
    const usage = this.section('USAGE', `$ pnk ${topic} COMMAND`)
    return [usage, this.formatCommands(commands), MORE].join('\n\n')
  }

  commandText(command: Command.Loadable): string {
    return `${this.summary(command) ?? ''}\n\n${this.formatCommand(command)}`
  }
}

function pnkHelp(): PnkHelp {
  return new PnkHelp(new PnkConfig(), { hideCommandSummaryInDescription: true })
}

function show(io: CommandIo, text: string): ExitCode {
  const plain = text.replace(/[ \t]+$/gm, '')
  io.out.write(`${io.out.colour ? plain : stripVTControlCharacters(plain)}\n`)
  return EXIT.ok
}

/** oclif describes a command from a plain record, which it also changes; the class itself stays as it is. */
function described(id: string, command: PnkCommandClass): Command.Loadable {
  const { args, flags, summary, description, examples, usage } = command
  return {
    id,
    aliases: [],
    hidden: false,
    hiddenAliases: [],
    args: named(args),
    flags: named(flags) as Command.Loadable['flags'],
    summary,
    description,
    examples,
    usage,
    load: async () => command as unknown as Command.Class,
  }
}

/** Copies of arguments or options that know their own names, as oclif's help wants them. */
function named<T extends object>(
  described: Readonly<Record<string, T>>,
): Record<string, T & { name: string }> {
  return Object.fromEntries(Object.entries(described).map(([name, each]) => [name, { ...each, name }]))
}
