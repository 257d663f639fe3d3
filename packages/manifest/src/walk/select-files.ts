import { compileExclude, type ExcludePattern } from '../glob.js'
import { documentOfSidecar, SIDECAR_SUFFIX } from '../kb-paths.js'
import type { Manifest } from '../manifest.js'
import { compareCodePoints } from '../text.js'
import { dropAliases } from './aliases.js'
import type { DirectoryEntry } from './directory-listing.js'
import { followLink } from './follow-link.js'
import { enter, takes } from './pattern-states.js'
import { childKey, pathOfKey } from './read-directory.js'
import type { Selection, UnmatchedFile } from './selection.js'
import type { Tree } from './tree.js'
import { isLinkedDirectory, noObstacles, type Visit, visitDirectories } from './visit-directories.js'

/** A temporary sidecar that a killed writer left behind. */
const LEFTOVER = /\.pnk\.yaml\..*new$/s

/**
 * Sorts the files of the tree at `root` (a resolved KB root) into documents, sidecars and the rest.
 * Reads directories through `tree`, never a file.
 */
export function selectFiles(root: string, sources: Manifest['sources'], tree: Tree): Selection {
  const exclude = sources.exclude.map(compileExclude)
  const obstacles = noObstacles()
  const found = emptyFindings()
  for (const visit of visitDirectories(root, sources, tree, obstacles))
    sortEntries(visit, found, root, exclude)
  const aliases = dropAliases(found.documents, found.sidecars, found.realKeys)
  const { documents, sidecars, excluded, others } = found
  for (const key of [...documents.keys(), ...excluded]) others.delete(key)
  return {
    documents,
    sidecars,
    excluded,
    unmatched: [...others.values()],
    present: new Set([...excluded, ...others.keys(), ...aliases, ...found.outside, ...found.special]),
    leftRoots: obstacles.leftRoots,
    problems: {
      missingRoots: sorted(obstacles.missingRoots),
      unreadable: [...obstacles.unreadable].map(([key, reason]) => ({ key, reason })),
      undecodable: sorted(found.undecodable),
      vanished: sorted(found.vanished),
      linkedDirectories: sorted(obstacles.linkedDirectories),
      danglingLinks: sorted(found.dangling),
      outsideLinks: sorted(found.outside),
      specialFiles: sorted(found.special),
      escapes: [...obstacles.escapes].map(([pattern, key]) => ({ pattern, key })),
      aliases,
    },
  }
}

function emptyFindings() {
  return {
    documents: new Map<string, DirectoryEntry>(),
    sidecars: new Map<string, DirectoryEntry>(),
    excluded: new Set<string>(),
    others: new Map<string, UnmatchedFile>(),
    dangling: new Set<string>(),
    outside: new Set<string>(),
    special: new Set<string>(),
    undecodable: new Set<string>(),
    vanished: new Set<string>(),
    realKeys: new Map<string, string>(),
  }
}

type Findings = ReturnType<typeof emptyFindings>

function sortEntries(visit: Visit, found: Findings, root: string, exclude: readonly ExcludePattern[]): void {
  const { key: directory, listing, states } = visit
  for (const listed of listing.entries) {
    if (listed.stats.isDirectory() || isLinkedDirectory(listed) || LEFTOVER.test(listed.name)) continue
    const key = childKey(directory, listed.name)
    const entry = followLink(root, key, listed)
    if (visit.realKey !== directory) found.realKeys.set(key, childKey(visit.realKey, entry.name))
    if (entry.target === null) found.dangling.add(key)
    if (entry.name.endsWith(SIDECAR_SUFFIX)) {
      if (documentOfSidecar(key) !== null) found.sidecars.set(key, entry)
    } else if (!takes(states, entry.name)) addOther(found, visit, key, entry)
    else if (exclude.some((pattern) => pattern.match(key, pathOfKey(root, key)) !== null))
      found.excluded.add(key)
    else if (entry.leadsOutside) found.outside.add(key)
    else if (entry.target === null || entry.target.isFile()) found.documents.set(key, entry)
    else found.special.add(key)
  }
  for (const name of listing.vanished) {
    if (takes(states, name) || name.endsWith(SIDECAR_SUFFIX)) found.vanished.add(childKey(directory, name))
  }
  for (const { lossy, escaped, isDirectory } of listing.undecodable) {
    const wanted = isDirectory ? enter(states, lossy, false).length > 0 : takes(states, lossy)
    if (wanted) found.undecodable.add(childKey(directory, escaped))
  }
}

function addOther(found: Findings, { source }: Visit, key: string, entry: DirectoryEntry): void {
  if (found.others.has(key)) return
  const relative = source === '' ? key : key.slice(source.length + 1)
  const isFile = entry.target?.isFile() === true && !entry.leadsOutside
  found.others.set(key, { key, source, relative, isFile })
}

function sorted(keys: Iterable<string>): string[] {
  return [...keys].sort(compareCodePoints)
}
