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

/**
 * A test of one file name against `*` (any run of characters), `?` (one character), `[abc]`, `[a-z]` and `[!abc]`
 * (one character in or not in the set). A `]` right after the opening is a member; a `[` that is never closed is
 * itself. `**` inside a longer name means `*`. Characters are Unicode code points.
 */
export function compileName(source: string): (name: string) => boolean {
  const expression = new RegExp(`^(?:${translate(source)})$`, 'su')
  return (name) => expression.test(name)
}

function translate(source: string): string {
  const characters = [...source]
  let out = ''
  for (let i = 0; i < characters.length; i++) {
    const char = characters[i] ?? ''
    const end = char === '[' ? endOfSet(characters, i) : -1
    if (end > 0) {
      out += translateSet(characters.slice(i + 1, end))
      i = end
    } else if (char === '*') {
      // One `.*?` for a run of stars: several in a row make matching exponential.
      if (characters[i - 1] !== '*' || out === '') out += '.*?'
    } else out += char === '?' ? '.' : quote(char)
  }
  return out
}

/** The index of the `]` that closes the set opened at `open`, or -1. */
function endOfSet(characters: readonly string[], open: number): number {
  let first = open + 1
  if (characters[first] === '!') first++
  return characters.indexOf(']', first + 1)
}

function translateSet(members: readonly string[]): string {
  const negated = members[0] === '!'
  const ranges: string[] = []
  for (let i = negated ? 1 : 0; i < members.length; i++) {
    const low = members[i] ?? ''
    const high = members[i + 1] === '-' ? members[i + 2] : undefined
    if (high === undefined) ranges.push(quote(low, true))
    else {
      i += 2
      // A reversed range holds nothing; in a regular expression it would be an error.
      if ((low.codePointAt(0) ?? 0) <= (high.codePointAt(0) ?? 0))
        ranges.push(`${quote(low, true)}-${quote(high, true)}`)
    }
  }
  if (ranges.length === 0) return negated ? '.' : '(?!)'
  return `[${negated ? '^' : ''}${ranges.join('')}]`
}

/** `char` as itself in a regular expression; the hyphen may be escaped in sets only. */
function quote(char: string, inSet = false): string {
  return (inSet ? /[\\\]^-]/ : /[\\^$.*+?()[\]{}|/]/).test(char) ? `\\${char}` : char
}
