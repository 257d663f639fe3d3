import { type GlobComponent, parsePattern } from './glob-component.js'

/**
 * An `include` pattern, taken apart so that a walker can expand it directory by directory: list a directory only
 * for `wildcard` and `recursive`, look `literal` up by name. `recursive` does not descend into symbolic links to
 * directories, `wildcard` does. A pattern that ends in `**` names directories only, so it yields no document.
 */
export interface IncludePattern {
  readonly pattern: string
  readonly components: readonly GlobComponent[]
}

/** Compiles an `include` pattern, relative to a source root. Never fails: see {@link parsePattern}. */
export function compileInclude(pattern: string): IncludePattern {
  return { pattern, components: parsePattern(pattern) }
}

/**
 * Whether a path below a root, as its names, is one that `include` yields. For walkers that hold a path already; no
 * file is touched, so `..` never matches and a symbolic link is a directory like any other.
 */
export function matchesInclude(include: IncludePattern, names: readonly string[]): boolean {
  const last = include.components.at(-1)
  return last?.kind !== 'recursive' && matchesAll(include.components, names)
}

/** Which rule excludes a document. `recursive`: only the reading in which `**` spans any depth does. */
export type ExcludeRule = 'anchored' | 'recursive'

/** An `exclude` pattern. */
export interface ExcludePattern {
  readonly pattern: string
  /**
   * The rule by which the pattern excludes the document, or null. `anchored`: the pattern matches the last components
   * of the key, with `**` as one `*` (and, if it has more components than the key, those of the absolute path).
   * `recursive`: it matches them with `**` as any number of directories, and a last `**` as anything below.
   */
  match(key: string, absolutePath: string): ExcludeRule | null
}

/** Compiles an `exclude` pattern. Never fails: see {@link parsePattern}. */
export function compileExclude(pattern: string): ExcludePattern {
  const components = parsePattern(pattern)
  const absolute = pattern.startsWith('/')
  return {
    pattern,
    match(key, absolutePath) {
      const names = namesOf(absolute ? absolutePath : key)
      if (components.length === 0) return null
      if (absolute) return matchAbsolute(components, names)
      const target = components.length > names.length ? namesOf(absolutePath) : names
      if (matchesTail(components, target)) return 'anchored'
      // Against the key alone: were `**/drafts/**` tried on the absolute path, a KB kept below a directory
      // `drafts` would have no documents.
      return matchesBelow([{ kind: 'recursive' }, ...components], names) ? 'recursive' : null
    },
  }
}

/** {@link compileExclude} for a single use. */
export function matchesExclude(pattern: string, key: string, absolutePath: string): ExcludeRule | null {
  return compileExclude(pattern).match(key, absolutePath)
}

function matchAbsolute(components: readonly GlobComponent[], names: readonly string[]): ExcludeRule | null {
  if (components.length === names.length && matchesTail(components, names)) return 'anchored'
  return matchesBelow(components, names) ? 'recursive' : null
}

function namesOf(path: string): string[] {
  return path.split(/[/]/).filter((name) => name !== '')
}

/** The last components one by one, `**` standing for one name. */
function matchesTail(components: readonly GlobComponent[], names: readonly string[]): boolean {
  const start = names.length - components.length
  if (start < 0) return false
  return components.every((component, i) => matchesName(component, names[start + i] ?? ''))
}

function matchesName(component: GlobComponent, name: string): boolean {
  if (component.kind === 'wildcard') return component.matches(name)
  if (component.kind === 'literal') return component.name === name
  return component.kind === 'recursive'
}

/** {@link matchesAll}, where a last `**` needs at least one name: what lies below, not the directory itself. */
function matchesBelow(components: readonly GlobComponent[], names: readonly string[]): boolean {
  const last = components.at(-1)
  const below: readonly GlobComponent[] =
    last?.kind === 'recursive'
      ? [...components, { kind: 'wildcard', source: '*', matches: () => true }]
      : components
  return matchesAll(below, names)
}

/**
 * All components against all names, `**` standing for any number of them. Dynamic programming over the pattern:
 * time is the product of the lengths, whatever the stars.
 */
function matchesAll(components: readonly GlobComponent[], names: readonly string[]): boolean {
  // reachable[j]: the components so far can match exactly the first j names.
  let reachable = names.map(() => false)
  reachable.unshift(true)
  for (const component of components) {
    reachable = component.kind === 'recursive' ? spread(reachable) : advance(reachable, component, names)
  }
  return reachable[names.length] ?? false
}

function spread(reachable: readonly boolean[]): boolean[] {
  let seen = false
  return reachable.map((here) => {
    seen = seen || here
    return seen
  })
}

function advance(
  reachable: readonly boolean[],
  component: GlobComponent,
  names: readonly string[],
): boolean[] {
  return reachable.map(
    (_, j) => j > 0 && reachable[j - 1] === true && matchesName(component, names[j - 1] ?? ''),
  )
}
