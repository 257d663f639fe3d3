import { lstatSync, readlinkSync } from 'node:fs'
import { isAbsolute, parse, resolve, sep } from 'node:path'
import { systemErrorCode } from './file-system-error.js'
import { ManifestError } from './manifest-error.js'
import { shortenPath } from './quote.js'

/** Linux follows 40 links on one path before it gives up with ELOOP. */
const MAX_LINKS = 40
const SEPARATOR = sep === '\\' ? /[\\/]+/ : /\/+/

/**
 * The absolute path `path` leads to, through every symbolic link, where parts of it may not exist: `..` goes up
 * from where a link led, and below a missing part it goes up by name. (POSIX `realpath -m`.)
 * @throws ManifestError `PATH_UNRESOLVABLE`: a NUL byte, a loop of links, a directory that may not be looked into.
 */
export function resolvePath(path: string): string {
  if (path.includes('\0')) throw unresolvable(path, 'it holds a NUL byte')
  const absolute = isAbsolute(path) ? path : `${process.cwd()}${sep}${path}`
  const root = parse(absolute).root
  const pending = absolute.slice(root.length).split(SEPARATOR).reverse()
  let current = root
  let links = 0
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '' || name === '.') continue
    const next = resolve(current, name)
    const target = name === '..' ? null : readLink(path, next)
    if (target === null) {
      current = next
      continue
    }
    if (++links > MAX_LINKS) throw unresolvable(path, 'its symbolic links form a loop')
    const targetRoot = isAbsolute(target) ? parse(target).root : ''
    if (targetRoot) current = targetRoot
    pending.push(...target.slice(targetRoot.length).split(SEPARATOR).reverse())
  }
  return current
}

/** Where the link at `file` points, or null if there is no link (or nothing at all). */
function readLink(path: string, file: string): string | null {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : null
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw unresolvable(path, `${code ?? String(error)} at ${shortenPath(file)}`, error)
  }
}

function unresolvable(path: string, why: string, cause?: unknown): ManifestError {
  return new ManifestError({
    code: 'PATH_UNRESOLVABLE',
    message: `${JSON.stringify(shortenPath(path))} cannot be resolved: ${why}`,
    remedy: 'Correct the path, or repair the links and permissions along it.',
    details: { path },
    cause,
  })
}
