import { compileInclude, type IncludePattern } from '../glob.js'
import { type PatternState, settle } from './pattern-states.js'
import { childKey } from './read-directory.js'
import { directoriesBelow, isListing, isWalked, type Tree } from './tree.js'

/** A directory to start from, with the patterns that do. */
export interface Base {
  readonly key: string
  readonly states: readonly PatternState[]
}

/**
 * Where the patterns start: the source root for nearly all; for a pattern with `..`, wherever the part up to its last
 * `..` leads. `..` goes up by name, as keys do. A way above the KB root is dropped (the manifest refuses it).
 */
export function patternBases(patterns: readonly string[], rootKey: string, tree: Tree): Base[] {
  const byKey = new Map<string, PatternState[]>([[rootKey, []]])
  for (const include of patterns.map(compileInclude)) {
    const at = include.components.findLastIndex(({ kind }) => kind === 'parent') + 1
    for (const key of climb(include, at, rootKey, tree)) {
      const states = byKey.get(key)
      if (states === undefined) byKey.set(key, [{ include, at }])
      else states.push({ include, at })
    }
  }
  return [...byKey].map(([key, states]) => ({ key, states: settle(states) }))
}

/** The keys that the first `count` components lead to. */
function climb({ components }: IncludePattern, count: number, rootKey: string, tree: Tree): Set<string> {
  let keys = new Set([rootKey])
  for (const component of components.slice(0, count)) {
    const next = new Set<string>()
    for (const key of keys) {
      for (const reached of stepFrom(key, component, tree)) next.add(reached)
    }
    keys = next
  }
  return keys
}

function stepFrom(
  key: string,
  component: IncludePattern['components'][number],
  tree: Tree,
): Iterable<string> {
  switch (component.kind) {
    case 'parent':
      return key === '' ? [] : [key.slice(0, Math.max(0, key.lastIndexOf('/')))]
    case 'literal':
      return [childKey(key, component.name)]
    case 'recursive':
      return directoriesBelow(tree, key)
    case 'wildcard': {
      const listing = tree.listing(key)
      if (!isListing(listing)) return []
      return listing.entries
        .filter(({ name, stats }) => isWalked(name, stats) && component.matches(name))
        .map(({ name }) => childKey(key, name))
    }
  }
}
