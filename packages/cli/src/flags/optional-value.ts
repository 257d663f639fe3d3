/**
 * `argv` with a bare `--flag` given the value that it stands for: the parser knows no option whose value may be left
 * out, and would take the next word for it. What follows a `--` is left alone.
 */
export function withValue(argv: readonly string[], flag: string, value: string): string[] {
  const end = argv.indexOf('--')
  return argv.map((token, i) =>
    token === `--${flag}` && (end === -1 || i < end) ? `--${flag}=${value}` : token,
  )
}
