import { systemErrorCode } from '../file-system-error.js'
import { STATE_DIR_NAME } from '../kb-paths.js'
import type { DirectoryListing } from './directory-listing.js'
import type { FileStat } from './file-stat.js'
import { childKey, pathOfKey, readDirectory } from './read-directory.js'

/** Directories that are never entered, wherever they stand. */
const NEVER_WALKED = new Set([STATE_DIR_NAME, '.git'])

/** A directory that could not be read. */
export interface UnreadableDirectory {
  /** `missing`, or the file system's code: `EACCES`, … */
  readonly reason: string
}

/** The directories of a KB as one run sees them, each read once at most. */
export class Tree {
  readonly #root: string
  readonly #listings = new Map<string, DirectoryListing | UnreadableDirectory>()

  /** `root` is the KB root. */
  constructor(root: string) {
    this.#root = root
  }

  /** The directory of that key, read when first asked for; through a symbolic link if the key names one. */
  listing(key: string): DirectoryListing | UnreadableDirectory {
    const known = this.#listings.get(key)
    if (known !== undefined) return known
    const listing = this.#read(key)
    this.#listings.set(key, listing)
    return listing
  }

  /** Lets go of what was read, for the memory's sake; a directory that is asked for again is read again. */
  forget(): void {
    this.#listings.clear()
  }

  #read(key: string): DirectoryListing | UnreadableDirectory {
    try {
      return readDirectory(pathOfKey(this.#root, key))
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === undefined) throw error
      return { reason: code === 'ENOENT' ? 'missing' : code }
    }
  }
}

/** True for a directory that could be read. */
export function isListing(found: DirectoryListing | UnreadableDirectory): found is DirectoryListing {
  return 'entries' in found
}

/** Whether an entry is a real directory that a walk enters. */
export function isWalked(name: string, stats: FileStat): boolean {
  return stats.isDirectory() && !isNeverWalked(name)
}

/** Whether a path, by key, is in state or version control. */
export function isNeverWalked(key: string): boolean {
  return key.split('/').some((name) => NEVER_WALKED.has(name))
}

/** The keys of the real directories at and below `key`, parents first; links are not followed. */
export function* directoriesBelow(tree: Tree, key: string): Generator<string> {
  yield key
  const listing = tree.listing(key)
  if (!isListing(listing)) return
  for (const { name, stats } of listing.entries) {
    if (isWalked(name, stats)) yield* directoriesBelow(tree, childKey(key, name))
  }
}
