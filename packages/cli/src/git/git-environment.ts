import { resolve } from 'node:path'

/** Variables by which git tells a hook where things are; a relative one is relative to where the hook was started. */
const PLACES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
] as const

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * `env` with the meaning that git gives it in `cwd`, true in every directory: in a hook, `GIT_INDEX_FILE` may be relative
 * and name the index of a partial commit, and a `GIT_DIR` alone makes the working tree begin where git runs.
 */
export function gitEnvironment(env: Environment, cwd: string): Environment {
  const places = PLACES.flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, resolve(cwd, value)] as const]
  })
  const implied =
    env.GIT_DIR !== undefined && env.GIT_WORK_TREE === undefined ? { GIT_WORK_TREE: resolve(cwd) } : {}
  return { ...env, ...implied, ...Object.fromEntries(places) }
}
