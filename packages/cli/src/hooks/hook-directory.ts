import { resolve } from 'node:path'
import type { Git } from '../git/git.js'
import { gitFailed } from '../git/git-error.js'

/** Where git looks for hooks, and the knowledge base as they see it. */
export interface HookPlace {
  /** Absolute. Linked worktrees share it; `core.hooksPath` may lead elsewhere. */
  readonly directory: string
  /** Absolute top of the working tree, in which git runs hooks. */
  readonly top: string
  /** From the top to the root of the knowledge base, `/` between names; `.` if they are the same. */
  readonly kb: string
}

/** Asks git, so that worktrees, submodules and settings are as git has them. @throws CliError `CLI_GIT_FAILED` */
export function hookPlace(git: Git): HookPlace {
  const ask = (...args: string[]) => git.run(['rev-parse', ...args]).replace(/\r?\n$/, '')
  const prefix = ask('--show-prefix')
  const top = ask('--show-toplevel')
  const directory = resolve(git.directory, ask('--git-path', 'hooks'))
  // What an empty setting leads to.
  if (directory === resolve(top)) {
    throw gitFailed('rev-parse --git-path hooks', 'core.hooksPath leads to the working tree itself')
  }
  return {
    directory,
    top,
    kb: prefix === '' ? '.' : prefix.replace(/\/$/, ''),
  }
}
