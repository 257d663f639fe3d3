import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { kbPaths } from './kb-paths.js'
import { ManifestError } from './manifest-error.js'
import { displayPath } from './text.js'

/**
 * Returns if the state folder of the KB at `root`, and everything that lies directly in it or in its caches, is what
 * it seems. A KB that came from somewhere else may carry symbolic links there, and whoever writes the index, its log
 * or the lock would write where they lead; or pipes, which nobody would be done reading. Nothing of ours makes either.
 * What cannot be looked at is left to whoever opens it.
 * @throws ManifestError `STATE_LINKED`
 */
export function checkStateDirectory(root: string): void {
  const { stateDir, cacheDir, extractCacheDir } = kbPaths(root)
  if (isLink(stateDir)) throw linked(stateDir)
  for (const folder of [stateDir, cacheDir, extractCacheDir]) {
    const odd = entriesOf(folder).find((entry) => !entry.isFile() && !entry.isDirectory())
    if (odd === undefined) continue
    throw odd.isSymbolicLink() ? linked(join(folder, odd.name)) : unusable(join(folder, odd.name))
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    return false
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function linked(path: string): ManifestError {
  return new ManifestError({
    code: 'STATE_LINKED',
    message: `${displayPath(path)} is a symbolic link, and what is written there would go where it leads`,
    remedy: 'Remove the link, then run `pnk sync`.',
    details: { path },
  })
}

function unusable(path: string): ManifestError {
  return new ManifestError({
    code: 'STATE_LINKED',
    message: `${displayPath(path)} is neither a file nor a folder`,
    remedy: 'Remove it, then run `pnk sync`.',
    details: { path },
  })
}
