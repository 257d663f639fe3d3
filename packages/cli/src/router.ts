/** What a command line asks for, before any command module is loaded. */
export type Route =
  | { readonly kind: 'root-help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'command-help'; readonly id: string }
  | { readonly kind: 'topic-help'; readonly id: string }
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  | { readonly kind: 'unknown'; readonly id: string }

const HELP_FLAGS = new Set(['--help', '-h'])

/**
 * Decides what `argv` (without `node` and the script) asks for. No argument at all asks for help. `--help` counts
 * anywhere before a bare `--`; `help` and `help <command>` are other spellings of it. An id may be two words
 * (`models pull`); the first alone asks for help on what there is below it.
 */
export function route(argv: readonly string[], commandIds: readonly string[]): Route {
  const [first, ...rest] = argv
  if (first === undefined || HELP_FLAGS.has(first)) return { kind: 'root-help' }
  if (first === '--version' || first === '-v') return versionRoute(rest)
  if (first === 'help') return rest[0] === undefined ? { kind: 'root-help' } : helpFor(rest, commandIds)
  const named = namedCommand(argv, commandIds)
  if (named === null) return withoutCommand(argv, commandIds)
  return asksForHelp(named.argv) ? { kind: 'command-help', id: named.id } : { kind: 'command', ...named }
}

/** One line, unless there is a word that asks for more. */
function versionRoute(rest: readonly string[]): Route {
  const more = rest.filter((word) => word !== '--verbose')
  if (more.length === rest.length && !rest.includes('--json')) return { kind: 'version' }
  return { kind: 'command', id: 'version', argv: more }
}

function helpFor(words: readonly string[], commandIds: readonly string[]): Route {
  const named = namedCommand(words, commandIds)
  return named === null ? withoutCommand(words, commandIds) : { kind: 'command-help', id: named.id }
}

/** The command whose name `argv` begins with, and what follows the name; the longer name wins. */
function namedCommand(
  argv: readonly string[],
  commandIds: readonly string[],
): { readonly id: string; readonly argv: readonly string[] } | null {
  for (const words of [2, 1]) {
    const id = argv.slice(0, words).join(' ')
    if (argv.length >= words && commandIds.includes(id)) return { id, argv: argv.slice(words) }
  }
  return null
}

/** A topic without a command below it asks for help on the topic; anything else is unknown. */
function withoutCommand([first = '', second]: readonly string[], commandIds: readonly string[]): Route {
  if (!commandIds.some((id) => id.startsWith(`${first} `))) return { kind: 'unknown', id: first }
  if (second === undefined || HELP_FLAGS.has(second)) return { kind: 'topic-help', id: first }
  return { kind: 'unknown', id: `${first} ${second}` }
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((token) => HELP_FLAGS.has(token))
}
