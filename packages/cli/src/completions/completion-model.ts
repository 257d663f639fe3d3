import type { CommandId } from '../command-ids.js'

/** What may stand for a value: one of these words, something of the file system, or what only the user knows. */
export type CompletionValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'directory' | 'file' | 'text' }

/** An option as it is typed. */
export interface CompletionOption {
  /** Every spelling, dashes included, the long one first. */
  readonly names: readonly string[]
  /** One clause, without a full stop. */
  readonly about: string
  /** Null for an option that takes none. */
  readonly value: CompletionValue | null
  /** The value may be left out, and then only `--name=value` gives one. */
  readonly valueIsOptional: boolean
  readonly isRepeatable: boolean
}

/** A command as shells complete it. */
export interface CompletionCommand {
  readonly id: CommandId
  /** The words of the id: `models`, `pull`. */
  readonly words: readonly string[]
  readonly about: string
  readonly options: readonly CompletionOption[]
  /** Its arguments in order; the last one again and again where `argumentsRepeat`. */
  readonly arguments: readonly CompletionValue[]
  readonly argumentsRepeat: boolean
}

/** A first word: a command, or what several commands have in common. */
export interface FirstWord {
  readonly word: string
  readonly about: string
  /** The commands below it by their second word; empty for a command of one word. */
  readonly below: readonly CompletionCommand[]
}

/** The first words, in the order of the commands. */
export function firstWords(commands: readonly CompletionCommand[]): readonly FirstWord[] {
  const words = [...new Set(commands.map(({ words: [first = ''] }) => first))]
  return words.map((word) => {
    const below = commands.filter(({ words: [first, second] }) => first === word && second !== undefined)
    const own = commands.find(({ id }) => id === word)
    const about = own?.about ?? below.map(({ words: [, second] }) => second).join(', ')
    return { word, about, below }
  })
}
