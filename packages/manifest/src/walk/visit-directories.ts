import { realpathSync } from 'node:fs'
import { systemErrorCode } from '../file-system-error.js'
import { documentKey, isAtOrBelow } from '../kb-paths.js'
import type { Manifest } from '../manifest.js'
import type { DirectoryEntry, DirectoryListing } from './directory-listing.js'
import { patternBases } from './pattern-bases.js'
import { enter, type PatternState } from './pattern-states.js'
import { childKey, pathOfKey } from './read-directory.js'
import { isListing, isNeverWalked, isWalked, type Tree } from './tree.js'

/** A directory that patterns, or the search for sidecars, lead to. */
export interface Visit {
  readonly key: string
  /** The key that its resolved path has; another one than `key` below a symbolic link. */
  readonly realKey: string
  /** The source root it was reached from, as a key. */
  readonly source: string
  readonly states: readonly PatternState[]
  readonly listing: DirectoryListing
}

/** What stood in the way; filled while the visits are taken. */
export interface Obstacles {
  readonly missingRoots: Set<string>
  /** Key to reason. */
  readonly unreadable: Map<string, string>
  readonly linkedDirectories: Set<string>
  /** Pattern to the link at which it leaves the KB. */
  readonly escapes: Map<string, string>
  leftRoots: boolean
}

/** No obstacle yet. */
export function noObstacles(): Obstacles {
  return {
    missingRoots: new Set(),
    unreadable: new Map(),
    linkedDirectories: new Set(),
    escapes: new Map(),
    leftRoots: false,
  }
}

/**
 * Every directory of the source roots, and those outside that a pattern with `..` or through a link leads to. A
 * directory may come more than once, with other states. Never leaves `root`, which has to be resolved.
 */
export function* visitDirectories(
  root: string,
  sources: Manifest['sources'],
  tree: Tree,
  obstacles: Obstacles,
): Generator<Visit> {
  const visitor = new Visitor(root, tree, obstacles)
  for (const name of sources.roots) {
    const source = documentKey(root, name) ?? ''
    if (!isListing(tree.listing(source))) visitor.reportRoot(source)
    else {
      for (const base of patternBases(sources.include, source, tree)) yield* visitor.visitBase(base, source)
    }
  }
}

type Place = Omit<Visit, 'listing'>

class Visitor {
  constructor(
    private readonly root: string,
    private readonly tree: Tree,
    private readonly obstacles: Obstacles,
  ) {}

  reportRoot(source: string): void {
    const listing = this.tree.listing(source)
    if (isListing(listing)) return
    if (listing.reason === 'missing') this.obstacles.missingRoots.add(source)
    else this.obstacles.unreadable.set(source, listing.reason)
  }

  *visitBase(base: { key: string; states: readonly PatternState[] }, source: string): Generator<Visit> {
    // A pattern may name a base that does not exist; the root itself was looked at before.
    if (!isListing(this.tree.listing(base.key))) return
    const realKey = this.#resolve(base.key, base.states)
    if (base.key !== source) this.obstacles.leftRoots = true
    if (realKey !== null) yield* this.#below({ ...base, realKey, source }, base.key === source)
  }

  /** `whole`: every directory below, for the sake of sidecars; else only where a pattern goes. */
  *#below(place: Place, whole: boolean): Generator<Visit> {
    const listing = this.tree.listing(place.key)
    if (!isListing(listing)) {
      this.obstacles.unreadable.set(place.key, listing.reason)
      return
    }
    yield { ...place, listing }
    for (const entry of listing.entries) {
      if (isWalked(entry.name, entry.stats)) {
        const states = enter(place.states, entry.name, false)
        if (whole || states.length > 0) yield* this.#below(this.#child(place, entry.name, states), whole)
      } else if (isLinkedDirectory(entry)) yield* this.#follow(place, entry)
    }
  }

  *#follow(place: Place, entry: DirectoryEntry): Generator<Visit> {
    const key = childKey(place.key, entry.name)
    const states = enter(place.states, entry.name, true)
    const realKey = states.length === 0 ? null : this.#resolve(key, states)
    if (realKey === null || isNeverWalked(realKey)) {
      this.obstacles.linkedDirectories.add(key)
      return
    }
    this.obstacles.leftRoots = true
    yield* this.#below({ key, realKey, source: place.source, states }, false)
  }

  #child(place: Place, name: string, states: readonly PatternState[]): Place {
    return {
      key: childKey(place.key, name),
      realKey: childKey(place.realKey, name),
      source: place.source,
      states,
    }
  }

  /** The key of the resolved directory; null, and the patterns reported, if it lies outside the KB. */
  #resolve(key: string, states: readonly PatternState[]): string | null {
    try {
      const real = realpathSync(pathOfKey(this.root, key))
      if (isAtOrBelow(this.root, real)) return documentKey(this.root, real) ?? ''
      for (const { include } of states) {
        if (!this.obstacles.escapes.has(include.pattern)) this.obstacles.escapes.set(include.pattern, key)
      }
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === undefined) throw error
      this.obstacles.unreadable.set(key, code)
    }
    return null
  }
}

/** Whether an entry is a symbolic link to a directory. */
export function isLinkedDirectory(entry: DirectoryEntry): boolean {
  return entry.stats.isSymbolicLink() && entry.target?.isDirectory() === true
}
