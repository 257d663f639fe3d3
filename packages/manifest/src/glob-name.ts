/** `*`, or a test of one character. */
type Token = 'star' | ((char: string) => boolean)

/**
 * A test of one file name against `*` (any run of characters), `?` (one character), `[abc]`, `[a-z]` and `[!abc]`
 * (one character in or not in the set). A `]` right after the opening is a member; a `[` that is never closed is
 * itself; a reversed range holds nothing. `**` inside a longer name means `*`. Characters are Unicode code points.
 *
 * Time is at most the product of the two lengths: a mismatch goes back to the last star alone, since an earlier one
 * could only give up what the last one may have.
 */
export function compileName(source: string): (name: string) => boolean {
  const tokens = tokenise([...source])
  return (name) => matchTokens(tokens, [...name])
}

function matchTokens(tokens: readonly Token[], name: readonly string[]): boolean {
  let token = 0
  let at = 0
  let star = -1
  let starEnd = 0
  while (at < name.length) {
    const current = tokens[token]
    if (current === 'star') {
      star = token++
      starEnd = at
    } else if (current?.(name[at] ?? '')) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++starEnd
    } else return false
  }
  while (tokens[token] === 'star') token++
  return token === tokens.length
}

function tokenise(source: readonly string[]): Token[] {
  const tokens: Token[] = []
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? ''
    const end = char === '[' ? endOfSet(source, i) : -1
    if (end > 0) {
      tokens.push(compileSet(source.slice(i + 1, end)))
      i = end
    } else if (char === '*') tokens.push('star')
    else tokens.push(char === '?' ? () => true : (other) => other === char)
  }
  return tokens
}

/** The index of the `]` that closes the set opened at `open`, or -1. */
function endOfSet(source: readonly string[], open: number): number {
  const first = source[open + 1] === '!' ? open + 2 : open + 1
  return source.indexOf(']', first + 1)
}

function compileSet(members: readonly string[]): (char: string) => boolean {
  const negated = members[0] === '!'
  const ranges: (readonly [low: number, high: number])[] = []
  for (let i = negated ? 1 : 0; i < members.length; i++) {
    const low = codePoint(members[i])
    const isRange = members[i + 1] === '-' && i + 2 < members.length
    if (isRange) i += 2
    ranges.push([low, isRange ? codePoint(members[i]) : low])
  }
  return (char) => {
    const point = codePoint(char)
    return ranges.some(([low, high]) => low <= point && point <= high) !== negated
  }
}

function codePoint(char: string | undefined): number {
  return char?.codePointAt(0) ?? 0
}
