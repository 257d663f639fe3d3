import { spawnSync } from 'node:child_process'
import { systemErrorCode } from '@pinakes/manifest'
import { type Environment, gitEnvironment } from './git-environment.js'
import { gitFailed, gitMissing, notARepository } from './git-error.js'

export interface GitCall {
  /** What git reads on its stdin. */
  readonly input?: string
  /** Added to the environment. */
  readonly env?: Environment
}

/** Runs git in one directory. */
export interface Git {
  readonly directory: string
  /** As git sees it. */
  readonly env: Environment
  /**
   * What git prints on stdout.
   * @throws CliError `CLI_GIT_MISSING`; `CLI_GIT_FAILED` with what git said
   */
  run(args: readonly string[], call?: GitCall): string
}

const MAX_OUTPUT_BYTES = 2 ** 30

/** The one command of a repository's own settings that looking at files would start. */
const START_NOTHING = ['-c', 'core.fsmonitor=false']

/**
 * Git in `directory`, under the environment of a process that runs in `cwd`. Paths that it is given are names, never
 * patterns; nothing that it may ask for holds it up, and it starts no monitor of the repository's choice.
 */
export function gitIn(directory: string, env: Environment, cwd: string): Git {
  const own = {
    ...gitEnvironment(env, cwd),
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
  return {
    directory,
    env: own,
    run(args, { input = '', env: more = {} } = {}) {
      const done = spawnSync('git', [...START_NOTHING, ...args], {
        cwd: directory,
        env: { ...own, ...more },
        encoding: 'utf8',
        input,
        maxBuffer: MAX_OUTPUT_BYTES,
      })
      if (done.error !== undefined) {
        throw systemErrorCode(done.error) === 'ENOENT' ? gitMissing() : done.error
      }
      if (done.status !== 0) throw gitFailed(args[0] ?? '', done.stderr)
      return done.stdout
    },
  }
}

/** The same, where `root` has to lie in the working tree of a repository. @throws CliError `CLI_GIT_NO_REPOSITORY` */
export function gitOfRepository(root: string, env: Environment, cwd: string): Git {
  const git = gitIn(root, env, cwd)
  if (!isInWorkTree(git)) throw notARepository(root)
  return git
}

function isInWorkTree(git: Git): boolean {
  try {
    return git.run(['rev-parse', '--is-inside-work-tree']).trim() === 'true'
  } catch (error) {
    if (isNoRepository(error)) return false
    throw error
  }
}

function isNoRepository(error: unknown): boolean {
  return error instanceof Error && /not a git repository/i.test(error.message)
}

/** The names in output that git ended with `-z`. */
export function zeroSeparated(output: string): string[] {
  return output.split('\0').filter((name) => name !== '')
}
