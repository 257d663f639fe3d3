import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { COMMAND_IDS } from '../../../packages/cli/src/command-ids.js'

const REPO = fileURLToPath(new URL('../../../', import.meta.url))

/** Verbs of sentences that begin with the program's name. */
const PROSE = new Set(['cannot', 'is', 'needs'])

/** Sources, READMEs and pages: everything that tells a user what to type. */
function texts(): string[] {
  const below = (directory: string, ending: string) =>
    readdirSync(join(REPO, directory), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith(ending))
      .map((path) => join(directory, path))
  const packages = readdirSync(join(REPO, 'packages')).map((name) => join('packages', name))
  return [
    'README.md',
    'CONTRIBUTING.md',
    ...below('docs', '.md'),
    ...below('templates', '.md'),
    ...packages.map((path) => join(path, 'README.md')),
    ...packages
      .filter((path) => readdirSync(join(REPO, path)).includes('src'))
      .flatMap((path) => below(join(path, 'src'), '.ts')),
  ]
}

/** `pnk` and the word after it, where a quote, a prompt, a colon or the beginning of a line says that it is to be typed. */
const NAMED = /(?:^|[`'"]|: |\$ )pnk ([a-z][a-z-]*)/gm

it('every command that a text tells a user to type is there', () => {
  const known = new Set([...COMMAND_IDS.map((id) => id.split(' ')[0]), 'help', ...PROSE])
  const named = texts().flatMap((path) =>
    [...readFileSync(join(REPO, path), 'utf8').matchAll(NAMED)].map(([, command = '']) => ({
      path,
      command,
    })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ command }) => !known.has(command))).toEqual([])
})
