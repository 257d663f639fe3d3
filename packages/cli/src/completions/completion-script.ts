import type { CommandEntry } from '../registry.js'
import { bashCompletions } from './bash-completions.js'
import { completionCommands } from './completion-commands.js'
import { fishCompletions } from './fish-completions.js'
import { zshCompletions } from './zsh-completions.js'

const WRITERS = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions } as const

/** The completions of `commands`, as a script for `shell`. */
export async function completionScript(
  shell: keyof typeof WRITERS,
  commands: readonly CommandEntry[],
): Promise<string> {
  return WRITERS[shell](await completionCommands(commands))
}
