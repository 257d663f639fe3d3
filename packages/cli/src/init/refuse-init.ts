import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { displayPath, MANIFEST_NAME, systemErrorCode } from '@pinakes/manifest'
import { statIfThere } from '../templates/stat-if-there.js'
import { WORKFLOW_PATH } from './ci-workflow.js'
import { InitError } from './init-error.js'

/** Refuses a root that is no directory or a KB already, and a workflow that would be overwritten. */
export function refuseTarget(root: string, ci: boolean): void {
  refuseFileOnTheWay(root)
  if (isThere(join(root, MANIFEST_NAME))) {
    throw new InitError({
      code: 'INIT_EXISTS',
      message: `${displayPath(root)} is already a knowledge base: a new id would orphan the links to it`,
      remedy: `Use it as it is, or name another directory; its id is in ${MANIFEST_NAME}.`,
      details: { root },
    })
  }
  if (ci && isThere(join(root, WORKFLOW_PATH))) {
    throw new InitError({
      code: 'INIT_WORKFLOW_EXISTS',
      message: `${displayPath(join(root, WORKFLOW_PATH))} exists, and is never overwritten`,
      remedy: 'Run the same command without --ci.',
      details: { root },
    })
  }
}

/** Refuses a root that is a file, or lies below one. */
function refuseFileOnTheWay(root: string): void {
  let nearest = root
  while (!isThere(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest)
  if (statIfThere(nearest)?.isDirectory()) return
  throw wrongKind(nearest, 'is not a directory', 'Name another path.')
}

/** Refuses a file, or a link that leads nowhere, where a directory has to be. */
export function refuseParents(root: string, directories: readonly string[]): void {
  for (const directory of directories) {
    const path = join(root, directory)
    if (isThere(path) && !statIfThere(path)?.isDirectory()) {
      throw wrongKind(path, 'is not a directory, but has to be one', 'Move it away, or name another path.')
    }
  }
}

/** True if anything is at `path`, a dangling link included. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return false
    throw new InitError({
      code: 'INIT_TARGET',
      message: `${displayPath(path)} cannot be looked at (${systemErrorCode(error) ?? String(error)})`,
      remedy: 'Check the permissions, or name another path.',
      cause: error,
    })
  }
}

function wrongKind(path: string, what: string, remedy: string): InitError {
  return new InitError({
    code: 'INIT_TARGET',
    message: `${displayPath(path)} ${what}`,
    remedy,
    details: { path },
  })
}
