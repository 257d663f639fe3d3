/**
 * Writes docs/cli.md from the commands themselves:
 *
 *   node_modules/.bin/tsx tools/docs/cli-reference.ts           write it
 *   node_modules/.bin/tsx tools/docs/cli-reference.ts --check   exit 1 if it is stale
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PnkCommandClass } from '../../packages/cli/src/command.js'
import { COMMANDS } from '../../packages/cli/src/registry.js'

/** Where the reference lies. */
export const REFERENCE_PATH = fileURLToPath(new URL('../../docs/cli.md', import.meta.url))

const INTRODUCTION = `# The command line

<!-- Written by tools/docs/cli-reference.ts from the commands themselves; do not edit. -->

\`\`\`
pnk COMMAND [OPTIONS]
pnk --help
pnk --version
\`\`\`

\`pnk COMMAND --help\` shows the same as this page, in the terminal.

## Exit codes

| code | meaning |
|---|---|
| 0 | success, nothing to do, a sync that found another one running, or a doctor with warnings only |
| 1 | a document failed, a check failed, or a refusal |
| 2 | the command line could not be understood |
| 129, 130, 143 | stopped by SIGHUP (a closed terminal), SIGINT or SIGTERM; what was finished is kept, and the lock is released |

An error is written to stderr as \`error: <message>\`, followed by what to do about it. With \`--json\`, stdout gets
\`{"error": {"code", "message", "remedy"}}\` as well. \`PNK_DEBUG=1\` adds the stack.

Colour and the progress bar appear on a terminal only, and never under \`NO_COLOR\`, \`CI\` or \`TERM=dumb\`.
`

/** The whole page, from every registered command. */
export async function cliReference(): Promise<string> {
  const sections = await Promise.all(COMMANDS.map(async ({ id, load }) => commandSection(id, await load())))
  return [INTRODUCTION, ...sections].join('\n')
}

type Flag = PnkCommandClass['flags'][string]

function commandSection(id: string, command: PnkCommandClass): string {
  const args = Object.entries(command.args)
  const flags = Object.entries(command.flags).filter(([, flag]) => flag.hidden !== true)
  const options = flags.length > 0 ? ['[OPTIONS]'] : []
  const usage = ['pnk', id, ...args.map(([name, arg]) => argUsage(name, arg)), ...options].join(' ')
  return [
    `## pnk ${id}`,
    `${command.summary}.`,
    `\`\`\`\n${usage}\n\`\`\``,
    command.description ?? '',
    args.length > 0
      ? table(
          'argument',
          args.map(([name, arg]) => [name.toUpperCase(), arg.description ?? '']),
        )
      : '',
    flags.length > 0
      ? table(
          'option',
          flags.map(([name, flag]) => [flagUsage(name, flag), flagText(flag)]),
        )
      : '',
    exampleBlock(command.examples),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function argUsage(name: string, { required, multiple }: { required?: boolean; multiple?: boolean }): string {
  const shown = `${name.toUpperCase()}${multiple === true ? '...' : ''}`
  return required === true ? shown : `[${shown}]`
}

function table(heading: string, rows: readonly (readonly [string, string])[]): string {
  const body = rows.map(([name, text]) => `| \`${name}\` | ${text.replaceAll('|', '\\|')} |`)
  return [`| ${heading} | meaning |`, '|---|---|', ...body].join('\n')
}

function flagUsage(name: string, flag: Flag): string {
  const label = flag.helpLabel ?? `${flag.char === undefined ? '' : `-${flag.char}, `}--${name}`
  return flag.type === 'boolean'
    ? label
    : `${label}=${flag.helpValue ?? (flag.options ?? ['VALUE']).join('|')}`
}

function flagText(flag: Flag): string {
  const usual =
    flag.type === 'option' && typeof flag.default === 'string' ? ` (default: \`${flag.default}\`)` : ''
  return `${flag.summary ?? flag.description ?? ''}${usual}`
}

function exampleBlock(examples: PnkCommandClass['examples']): string {
  const lines = examples.map((example) =>
    typeof example === 'string' ? example : `# ${example.description}\n${example.command}`,
  )
  return lines.length === 0 ? '' : `\`\`\`sh\n${lines.join('\n\n')}\n\`\`\``
}

async function run(check: boolean): Promise<void> {
  const wanted = await cliReference()
  if (!check) return writeFileSync(REFERENCE_PATH, wanted)
  if (readFileSync(REFERENCE_PATH, 'utf8') === wanted) return
  console.error('docs/cli.md is stale: run node_modules/.bin/tsx tools/docs/cli-reference.ts')
  process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(process.argv.includes('--check'))
