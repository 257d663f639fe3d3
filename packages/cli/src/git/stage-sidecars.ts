import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sidecarPath } from '@pinakes/manifest'
import { type Git, zeroSeparated } from './git.js'
import type { StagedFiles } from './staged-files.js'

/**
 * Puts the sidecars of staged documents into the next commit: those that git does not know yet, and those that moved
 * with their document. Sidecars that git knows are left as the user staged them, or did not.
 * @throws CliError `CLI_GIT_FAILED`
 */
export function stageSidecars(git: Git, { added, movedFrom }: StagedFiles): void {
  const tracked = new Set(zeroSeparated(git.run(['ls-files', '-z'])))
  const isThere = (path: string) => existsSync(join(git.directory, path))
  const fresh = [...added].map(sidecarPath).filter((path) => !tracked.has(path) && isThere(path))
  const left = [...movedFrom.values()].map(sidecarPath).filter((path) => tracked.has(path) && !isThere(path))
  const paths = [...fresh, ...left]
  if (paths.length === 0) return
  for (const env of [{}, ...indexOfRest(git)]) {
    git.run(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input: paths.join('\0'),
      env,
    })
  }
}

/**
 * `git commit <file>` commits from an index of its own, and has the one that counts afterwards written already, under
 * the name of its lock. What is added to the first alone would be missing from the second, as if it were to be deleted.
 */
function indexOfRest({ env: { GIT_INDEX_FILE } }: Git): { readonly GIT_INDEX_FILE: string }[] {
  if (GIT_INDEX_FILE === undefined || !basename(GIT_INDEX_FILE).startsWith('next-index-')) return []
  const rest = join(dirname(GIT_INDEX_FILE), 'index.lock')
  return existsSync(rest) ? [{ GIT_INDEX_FILE: rest }] : []
}
