/** The options of a command, as far as telling names from options needs them. */
export type KnownFlags = Readonly<
  Record<string, { readonly type: 'boolean' | 'option'; readonly char?: string }>
>

/**
 * `argv` with arguments such as `-rf.md` moved behind `--`, so that the parser takes them for names: no option of
 * `pnk` has a dot or a slash in its name, and a document may start with a dash. Values of options stay in place,
 * and so does everything after a `--` of the user's own.
 */
export function namesBehindDashes(argv: readonly string[], flags: KnownFlags): string[] {
  const end = argv.indexOf('--')
  const before = end === -1 ? argv : argv.slice(0, end)
  const after = end === -1 ? [] : argv.slice(end + 1)
  const isName = (token: string, i: number) => looksLikeName(token) && !takesValue(before[i - 1], flags)
  const names = before.filter(isName)
  if (names.length === 0) return [...argv]
  return [...before.filter((token, i) => !isName(token, i)), '--', ...names, ...after]
}

function looksLikeName(token: string): boolean {
  return token.startsWith('-') && /[./]/.test(token.split('=', 1)[0] ?? '')
}

function takesValue(token: string | undefined, flags: KnownFlags): boolean {
  if (token === undefined || !token.startsWith('-') || token.includes('=')) return false
  return Object.entries(flags).some(
    ([name, flag]) => flag.type === 'option' && (token === `--${name}` || token === `-${flag.char}`),
  )
}
