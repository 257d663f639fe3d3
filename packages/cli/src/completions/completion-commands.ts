import type { PnkCommandClass } from '../command.js'
import type { CommandId } from '../command-ids.js'
import { offeredBackends } from '../offered-backends.js'
import type { CommandEntry } from '../registry.js'
import { templateNames } from '../templates/load-template.js'
import { templatesDirectory } from '../templates/templates-directory.js'
import type { CompletionCommand, CompletionOption, CompletionValue } from './completion-model.js'

/** Options whose values this installation knows, and the parser does not list. */
const KNOWN_WORDS: Readonly<Record<string, () => readonly string[]>> = {
  'init --backend': offeredBackends,
  'init --template': () => templateNames(templatesDirectory()),
}

/** Options that stand alone too, `withValue` gives them what they mean then. */
const OPTIONAL_VALUES: ReadonlySet<string> = new Set(['sync --clear-cache'])

/** Names of arguments and of the values of options, as help shows them, that mean a place on disk. */
const DIRECTORIES: ReadonlySet<string> = new Set(['FOLDER', 'KB', 'PATH'])
const FILES: ReadonlySet<string> = new Set(['DOCUMENT', 'FILE', 'REFERENCE', 'SOURCE'])

/** Each command as a shell completes it, in the order given. */
export async function completionCommands(
  commands: readonly CommandEntry[],
): Promise<readonly CompletionCommand[]> {
  return Promise.all(commands.map(async ({ id, load }) => described(id, await load())))
}

type Flag = PnkCommandClass['flags'][string]
type Arg = PnkCommandClass['args'][string]

function described(id: CommandId, command: PnkCommandClass): CompletionCommand {
  const args = Object.entries(command.args)
  const flags = Object.entries(command.flags).filter(([, flag]) => flag.hidden !== true)
  return {
    id,
    words: id.split(' '),
    about: command.summary ?? '',
    options: flags.map(([name, flag]) => option(id, name, flag)),
    arguments: args.map(([name, arg]) => argument(name, arg)),
    argumentsRepeat: args.some(([, arg]) => arg.multiple === true),
  }
}

function option(id: CommandId, name: string, flag: Flag): CompletionOption {
  const short = flag.char === undefined ? [] : [`-${flag.char}`]
  return {
    // An option of one letter is only ever shown as `-k`.
    names: [...(name.length === 1 ? [] : [`--${name}`]), ...short],
    about: firstClause(flag.summary ?? flag.description ?? ''),
    value: flag.type === 'boolean' ? null : optionValue(`${id} --${name}`, flag),
    valueIsOptional: OPTIONAL_VALUES.has(`${id} --${name}`),
    isRepeatable: flag.type === 'option' && flag.multiple === true,
  }
}

function optionValue(name: string, flag: Extract<Flag, { type: 'option' }>): CompletionValue {
  const words = flag.options ?? KNOWN_WORDS[name]?.()
  return words === undefined ? place(String(flag.helpValue ?? '')) : { kind: 'words', words }
}

function argument(name: string, arg: Arg): CompletionValue {
  return arg.options === undefined ? place(name.toUpperCase()) : { kind: 'words', words: arg.options }
}

function place(name: string): CompletionValue {
  if (DIRECTORIES.has(name)) return { kind: 'directory' }
  return { kind: FILES.has(name) ? 'file' : 'text' }
}

/** What stands before the first full stop, semicolon or colon: a menu has one line. */
function firstClause(text: string): string {
  return text.split(/[.;:](?:\s|$)/, 1)[0] ?? ''
}
