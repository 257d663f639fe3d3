/** What a command line asks for, before any command module is loaded. */
export type Route =
  | { readonly kind: 'root-help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'command-help'; readonly id: string }
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  | { readonly kind: 'unknown'; readonly id: string }

const HELP_FLAGS = new Set(['--help', '-h'])

/**
 * Decides what `argv` (without `node` and the script) asks for. No argument at all asks for help. `--help` counts
 * anywhere before a bare `--`; `help` and `help <command>` are other spellings of it.
 */
export function route(argv: readonly string[], commandIds: readonly string[]): Route {
  const [first, ...rest] = argv
  if (first === undefined || HELP_FLAGS.has(first)) return { kind: 'root-help' }
  if (first === '--version' || first === '-v') return { kind: 'version' }
  if (first === 'help') return rest[0] === undefined ? { kind: 'root-help' } : helpFor(rest[0], commandIds)
  if (!commandIds.includes(first)) return { kind: 'unknown', id: first }
  return asksForHelp(rest) ? { kind: 'command-help', id: first } : { kind: 'command', id: first, argv: rest }
}

function helpFor(id: string, commandIds: readonly string[]): Route {
  return commandIds.includes(id) ? { kind: 'command-help', id } : { kind: 'unknown', id }
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((token) => HELP_FLAGS.has(token))
}
