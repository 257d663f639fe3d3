import { compareCodePoints } from '@pinakes/manifest'

/** Directories that stand for the documents below them. */
export interface DocumentGroups {
  /** By the number of their documents, most first, then in code-point order. */
  readonly names: readonly string[]
  /** The place in `names` of what a directory belongs to. */
  groupOf(directory: string): number
}

/** More than these, and neither colours nor a legend tell them apart. */
const MOST_GROUPS = 12

/** Deeper than this, directories are not looked at for themselves. */
const DEEPEST = 6

/**
 * Groups documents by their directories, cut at the deepest level that still makes at most twelve groups, or else at the
 * first one at which they differ. Pure.
 */
export function documentGroups(documents: readonly { readonly directory: string }[]): DocumentGroups {
  const directories = documents.map(({ directory }) => directory)
  const depths = Array.from({ length: DEEPEST }, (_, i) => i + 1)
  const groupsAt = (depth: number) => new Set(directories.map((directory) => cut(directory, depth))).size
  const fitting = depths.filter((depth) => groupsAt(depth) <= MOST_GROUPS).at(-1)
  const first = depths.find((depth) => groupsAt(depth) > 1)
  const depth = fitting !== undefined && groupsAt(fitting) > 1 ? fitting : (first ?? 1)
  const counts = new Map<string, number>()
  for (const directory of directories) {
    const name = cut(directory, depth)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts].sort(([a, n], [b, m]) => m - n || compareCodePoints(a, b)).map(([name]) => name)
  const places = new Map(names.map((name, place) => [name, place]))
  return { names, groupOf: (directory) => places.get(cut(directory, depth)) as number }
}

function cut(directory: string, depth: number): string {
  return directory.split('/').slice(0, depth).join('/')
}
