import { compileName } from './glob-name.js'

/** One `/`-separated part of a pattern, ready to match the names of one directory. */
export type GlobComponent =
  /** `**`: zero or more directories. */
  | { readonly kind: 'recursive' }
  /** `..`. */
  | { readonly kind: 'parent' }
  /** A name without wildcards; can be looked up without listing the directory. */
  | { readonly kind: 'literal'; readonly name: string }
  /** A name with `*`, `?` or `[…]`. */
  | { readonly kind: 'wildcard'; readonly source: string; readonly matches: (name: string) => boolean }

/**
 * The components of `pattern`. Empty ones and `.` name nothing and are dropped. There are no braces, no extended
 * globs, no negation, no comments and no escapes; case counts on every system; leading dots match.
 */
export function parsePattern(pattern: string): GlobComponent[] {
  return pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map(parseComponent)
}

function parseComponent(source: string): GlobComponent {
  if (source === '**') return { kind: 'recursive' }
  if (source === '..') return { kind: 'parent' }
  if (!/[*?[]/.test(source)) return { kind: 'literal', name: source }
  return { kind: 'wildcard', source, matches: compileName(source) }
}
