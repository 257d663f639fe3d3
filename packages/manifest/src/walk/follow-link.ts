import { isPinakesError } from '../errors.js'
import { leadsInside } from '../kb-paths.js'
import type { DirectoryEntry } from './directory-listing.js'
import { pathOfKey } from './read-directory.js'

/**
 * The entry of `key` with the knowledge of whether it is a link to a file outside of the KB `root`. Every link on the
 * way counts, so a file inside that is reached by a detour is inside. A link that cannot be resolved any more leads
 * nowhere.
 */
export function followLink(root: string, key: string, entry: DirectoryEntry): DirectoryEntry {
  if (!entry.stats.isSymbolicLink() || entry.target?.isFile() !== true) return entry
  try {
    return leadsInside(root, pathOfKey(root, key)) ? entry : { ...entry, leadsOutside: true }
  } catch (error) {
    if (isPinakesError(error, 'PATH_UNRESOLVABLE')) return { ...entry, target: null }
    throw error
  }
}
