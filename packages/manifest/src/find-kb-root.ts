import { type Stats, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { MANIFEST_NAME } from './kb-paths.js'
import { ManifestError } from './manifest-error.js'
import { resolvePath } from './resolve-path.js'
import { checkStateDirectory } from './state-directory.js'
import { displayPath } from './text.js'

/**
 * The resolved root of the KB that `start` lies in: the first directory from there upwards whose `pinakes.toml`
 * is a file (or a link to one).
 * @throws ManifestError `KB_NOT_FOUND`, also if `start` does not exist; `PATH_UNRESOLVABLE` for a start that cannot be resolved;
 * `STATE_LINKED`, see {@link checkStateDirectory}.
 */
export function findKbRoot(start: string): string {
  const from = resolvePath(start)
  // A mistyped path inside a KB must not mean the KB around it.
  if (!isThere(from)) throw notFound(from, `${displayPath(from)} does not exist`)
  for (let directory = from; ; directory = dirname(directory)) {
    if (isFile(join(directory, MANIFEST_NAME))) {
      checkStateDirectory(directory)
      return directory
    }
    if (directory === parse(directory).root) break
  }
  throw notFound(from, `No ${MANIFEST_NAME} in ${displayPath(from)} or in any directory above it`)
}

function notFound(start: string, message: string): ManifestError {
  return new ManifestError({
    code: 'KB_NOT_FOUND',
    message,
    remedy: 'Run this inside a knowledge base, name one with --kb PATH, or create one with `pnk init PATH`.',
    details: { start },
  })
}

function isFile(path: string): boolean {
  return statIfPossible(path)?.isFile() ?? false
}

function isThere(path: string): boolean {
  return statIfPossible(path) !== undefined
}

/** Undefined also where it may not be looked: such a directory holds no KB that could be opened. */
function statIfPossible(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
