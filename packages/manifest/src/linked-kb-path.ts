import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import { isPinakesError } from './errors.js'
import { quote } from './quote.js'
import { resolvePath } from './resolve-path.js'

/** Where a linked KB lies, or why that cannot be said. */
export type LinkedKbPath = { readonly path: string } | { readonly unresolvable: string }

/**
 * The resolved directory that the `path` of a `[[links.kb]]` entry means to the KB at `root`: a leading `~` is the
 * home directory, an absolute path is taken as it is, any other is relative to `root`, never to the working
 * directory. The directory need not exist; a path that cannot be resolved gives the reason, and no path.
 */
export function resolveLinkedKb(root: string, path: string): LinkedKbPath {
  const expanded = expandHome(path)
  if (expanded === null) return { unresolvable: `${quote(path)} names the home of another user` }
  try {
    return { path: resolvePath(isAbsolute(expanded) ? expanded : `${root}${sep}${expanded}`) }
  } catch (error) {
    if (isPinakesError(error)) return { unresolvable: error.message }
    throw error
  }
}

/** Null for `~user`, which the system's user list would have to answer. */
function expandHome(path: string): string | null {
  if (!path.startsWith('~')) return path
  const [first = ''] = path.split(/[\\/]/, 1)
  return first === '~' ? join(homedir(), path.slice(1)) : null
}
