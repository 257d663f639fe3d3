import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_IDS } from '../../src/command-ids.js'
import { completionCommands } from '../../src/completions/completion-commands.js'
import { firstWords } from '../../src/completions/completion-model.js'
import { completionScript } from '../../src/completions/completion-script.js'
import { COMMANDS } from '../../src/registry.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** Whether a shell is on this machine; what its absence leaves unseen, the checks of the text below still hold. */
function isHere(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}

const folder = mkdtempSync(join(tmpdir(), 'pnk-completions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  for (const shell of SHELLS) writeFileSync(join(folder, shell), await completionScript(shell, COMMANDS))
  writeFileSync(join(folder, 'a page.html'), '')
})

function offered(shell: Shell, script: string): string[] {
  const done = spawnSync(shell, [...(shell === 'bash' ? ['--norc'] : []), '-c', script], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(done.stderr).toBe('')
  return done.stdout.split('\n').filter((line) => line !== '')
}

/** What bash offers after these words, cut as readline cuts them: at blanks and at `=`. */
function inBash(...words: string[]): string[] {
  const list = ['pnk', ...words].map((word) => `'${word}'`).join(' ')
  return offered(
    'bash',
    `source ./bash; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _pnk 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
}

function inFish(line: string): string[] {
  return offered('fish', `source ./fish; complete -C '${line}'`).map((one) => one.split('\t')[0] ?? '')
}

/** `compadd` is what every completion of zsh ends in: here it prints what it was given to add. */
const ZSH_CAPTURE = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -D -u; source ./zsh'
zpty -w z 'compadd() { local -a hits; builtin compadd -O hits "$@"; print -r -- "<\${(j:|:)hits}>" >> ./offered; builtin compadd "$@" }'
zpty -w z 'zstyle ":completion:*" menu no; print ready > ./ready'
repeat 200 { [[ -e ./ready ]] && break; sleep 0.05 }
zpty -w -n z "$LINE"$'\\t'
repeat 200 { [[ -s ./offered ]] && break; sleep 0.05 }
sleep 0.3
zpty -d z
cat ./offered
`

function inZsh(line: string): string[] {
  for (const file of ['ready', 'offered']) rmSync(join(folder, file), { force: true })
  const script = ZSH_CAPTURE.replace('$LINE', line)
  return offered('zsh', script)
    .flatMap((hit) => hit.slice(1, -1).split('|'))
    .filter((hit) => hit !== '')
}

describe('the completions', () => {
  it('know every command, option and value', async () => {
    const commands = await completionCommands(COMMANDS)
    expect(commands.map(({ id }) => id)).toEqual([...COMMAND_IDS])
    const models = firstWords(commands).find(({ word }) => word === 'models')
    expect(models?.below.map(({ words }) => words[1])).toEqual(['ls', 'pull', 'verify', 'import'])
    const option = (id: string, name: string) =>
      commands.find((command) => command.id === id)?.options.find(({ names }) => names.includes(name))
    expect(option('search', '--format')?.value).toEqual({
      kind: 'words',
      words: ['human', 'json', 'files', 'md'],
    })
    expect(option('init', '--backend')?.value).toMatchObject({ words: expect.arrayContaining(['static']) })
    expect(option('init', '--template')?.value).toMatchObject({ words: expect.arrayContaining(['notes']) })
    expect(option('search', '--kb')?.value).toEqual({ kind: 'directory' })
    expect(option('eval', '--html')?.value).toEqual({ kind: 'file' })
    expect(option('search', '-k')?.names).toEqual(['-k'])
    expect(option('sync', '--clear-cache')).toMatchObject({ valueIsOptional: true })
  })

  it('are made of words that no shell expands', async () => {
    for (const { words, options, arguments: args } of await completionCommands(COMMANDS)) {
      const values = [...options.map(({ value }) => value), ...args]
      const all = [
        ...words,
        ...options.flatMap(({ names }) => names),
        ...values.flatMap((value) => (value?.kind === 'words' ? value.words : [])),
      ]
      expect(all.filter((word) => !/^[\w@./-]+$/.test(word))).toEqual([])
    }
  })

  it.each(SHELLS)('of %s close every quote', async (shell) => {
    const script = (await completionScript(shell, COMMANDS)).replace(/^#.*$/gm, '')
    const escaped = shell === 'fish' ? script.replace(/\\[\\']/g, '') : script.replaceAll("'\\''", '')
    expect((escaped.match(/'/g) ?? []).length % 2).toBe(0)
    expect((escaped.match(/"/g) ?? []).length % 2).toBe(0)
    expect((escaped.match(/\besac\b/g) ?? []).length).toBe((escaped.match(/\bcase .* in$/gm) ?? []).length)
  })

  it.each(SHELLS.filter(isHere))('of %s are taken by its parser', (shell) => {
    const done = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' })
    expect(done).toMatchObject({ status: 0, stderr: '' })
  })
})

// Asks the shell itself, which a machine may lack; the checks of the text above hold without it.
describe.skipIf(!isHere('bash'))('bash', () => {
  it('offers commands, and those below a topic', () => {
    expect(inBash('se')).toEqual(['search', 'serve'])
    expect(inBash('models', '')).toEqual(['ls', 'pull', 'verify', 'import'])
    expect(inBash('help', 'mod')).toEqual(['models'])
    expect(inBash('help', 'models', 'p')).toEqual(['pull'])
  })

  it('offers options of the command, and of no other', () => {
    expect(inBash('search', '--f')).toEqual(['--format'])
    expect(inBash('models', 'ls', '--')).toEqual(['--json', '--all', '--help'])
    expect(inBash('ls', '--for')).toEqual([])
  })

  it('offers values, behind a blank and behind =', () => {
    expect(inBash('search', 'x', '--format', '')).toEqual(['human', 'json', 'files', 'md'])
    expect(inBash('search', 'x', '--format', '=', 'f')).toEqual(['files'])
    expect(inBash('search', 'x', '--format', '=')).toEqual(['human', 'json', 'files', 'md'])
    expect(inBash('sync', '--clear-cache', '')).toEqual([])
    expect(inBash('sync', '--clear-cache', '=', 'p')).toEqual(['paid'])
    expect(inBash('completions', 'f')).toEqual(['fish'])
    expect(inBash('search', 'x', '--tag', '')).toEqual([])
  })

  it('offers files whole, blanks and all', () => {
    expect(inBash('eval', '--html', 'a')).toEqual(['a page.html'])
  })
})

// Asks the shell itself, which a machine may lack; the checks of the text above hold without it.
describe.skipIf(!isHere('fish'))('fish', () => {
  it('offers commands, and those below a topic', () => {
    expect(inFish('pnk se')).toEqual(['search', 'serve'])
    expect(inFish('pnk models ').sort()).toEqual(['import', 'ls', 'pull', 'verify'])
    expect(inFish('pnk help models p')).toEqual(['pull'])
  })

  it('offers options and values of the command', () => {
    expect(inFish('pnk search --f')).toEqual(['--format'])
    expect(inFish('pnk ls --for')).toEqual([])
    expect(inFish('pnk search x --format ').sort()).toEqual(['files', 'human', 'json', 'md'])
    expect(inFish('pnk search x --format=f')).toEqual(['--format=files'])
    expect(inFish('pnk sync --clear-cache=p')).toEqual(['--clear-cache=paid'])
    expect(inFish('pnk completions z')).toEqual(['zsh'])
    expect(inFish('pnk eval --html a')).toEqual(['a page.html'])
  })
})

// Asks the shell itself, which a machine may lack; the checks of the text above hold without it.
describe.skipIf(!isHere('zsh'))('zsh', () => {
  it('offers commands, options and values', () => {
    expect(inZsh('pnk sea')).toContain('search')
    expect(inZsh('pnk models p')).toContain('pull')
    expect(inZsh('pnk search --form')).toContain('--format')
    expect(inZsh('pnk search x --format j')).toContain('json')
    expect(inZsh('pnk completions z')).toContain('zsh')
  })
})
