/** True when `argv` asks for JSON, whatever else is in it: then its errors are JSON too. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  return options.some(
    (token, i) =>
      token === '--json' || token === '--format=json' || (token === '--format' && options[i + 1] === 'json'),
  )
}
