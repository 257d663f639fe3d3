/** The options of a command, as far as telling names from options needs them. */
export type KnownFlags = Readonly<
  Record<string, { readonly type: 'boolean' | 'option'; readonly char?: string }>
>

/**
 * `argv` with its arguments moved behind `--` where one of them is like `-rf.md`, so that the parser takes it for a name:
 * no option of `pnk` has a dot or a slash in its name, and a document may start with a dash. The arguments keep their
 * order; values of options stay in place, and so does everything after a `--` of the user's own.
 */
export function namesBehindDashes(argv: readonly string[], flags: KnownFlags): string[] {
  const end = argv.indexOf('--')
  const before = end === -1 ? argv : argv.slice(0, end)
  const after = end === -1 ? [] : argv.slice(end + 1)
  const isArgument = (token: string, i: number) =>
    (!token.startsWith('-') || looksLikeName(token)) && !takesValue(before[i - 1], flags)
  const moved = before.filter(isArgument)
  if (!moved.some(looksLikeName)) return [...argv]
  return [...before.filter((token, i) => !isArgument(token, i)), '--', ...moved, ...after]
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
