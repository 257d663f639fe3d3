import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Example, examplesOf } from '../readme-examples.js'

const PACKAGES = fileURLToPath(new URL('../../../packages', import.meta.url))
const BIN = join(PACKAGES, 'cli/bin/run.js')

const examples = new Map(
  readdirSync(PACKAGES).flatMap((name) => {
    const readme = join(PACKAGES, name, 'README.md')
    const found = existsSync(readme) ? examplesOf(readFileSync(readme, 'utf8')) : []
    return found.map((example, i): readonly [string, Example] => [`${name} ${i + 1}`, example])
  }),
)

/** Programs that print nothing in the README, with what they have to print; null for those that only have to run. */
const PRINTS: Readonly<Record<string, RegExp | null>> = {
  'embed 1': /^256 5 true\n$/,
  'extract-free 1':
    /^docs\/cafe\.txt is not valid UTF-8: byte 0xe9 at offset 3, line 1\nConvert it .* iconv /,
  // A server without a client ends.
  'mcp 1': null,
  'model-static-en 1': null,
  'retrieve 2': /^1 \{[^}]*'simple-lookup'/,
  'sync 1': /\nok \[ 'docs\/a\.md' \] \[ 'docs\/a\.md\.pnk\.yaml' \]\n$/,
}

/** It fetches a model; the network is not part of these tests. */
const FETCHES = 'embed 2'

/** Goes on where the first one ends. */
const CONTINUES: Readonly<Record<string, string>> = { 'index 2': 'index 1' }

let folder = ''

/** A folder as npm would leave it, with a knowledge base beside it that has been synced. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pnk-readme-'))
  mkdirSync(join(folder, 'node_modules/@pinakes'), { recursive: true })
  for (const name of readdirSync(PACKAGES)) {
    symlinkSync(join(PACKAGES, name), join(folder, 'node_modules/@pinakes', name))
  }
  pnk('init', 'my-kb', '--name', 'Harbour notes')
  writeFileSync(join(folder, 'my-kb/docs/pump.md'), '# Pump\n\nThe smith of the harbour repairs the pump.')
  mkdirSync(join(folder, 'my-kb/eval'), { recursive: true })
  writeFileSync(
    join(folder, 'my-kb/eval/questions.yaml'),
    'questions:\n  - question: who repairs the pump\n    kind: simple-lookup\n    expect: [docs/pump.md]\n',
  )
  pnk('sync', '--kb', 'my-kb')
  pnk('init', 'new-kb')
  writeFileSync(join(folder, 'new-kb/docs/a.md'), '# A\n\nNew.\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function pnk(...args: string[]): void {
  const done = spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`pnk ${args.join(' ')}: ${done.stderr}`)
}

/** What the built packages make of a program; TypeScript loses its types first. */
function run(name: string, { code }: Example): string {
  const before = CONTINUES[name]
  const whole = before === undefined ? code : `${examples.get(before)?.code ?? ''}\n${code}`
  const { outputText } = ts.transpileModule(whole.replace('/home/me/my-kb', 'new-kb'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  const file = join(folder, 'example.mjs')
  writeFileSync(file, outputText)
  const { PATH, HOME } = process.env
  const done = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', env: { PATH, HOME } })
  expect(done.stderr).toBe('')
  expect(done.status).toBe(0)
  return done.stdout
}

describe('the programs of the READMEs', () => {
  const runnable = [...examples].filter(([name]) => name !== FETCHES)

  it('are there for whoever builds on a package', () => {
    const packages = new Set([...examples.keys()].map((name) => name.split(' ')[0]))
    for (const name of ['manifest', 'sidecar', 'embed', 'index', 'sync', 'retrieve']) {
      expect(packages).toContain(name)
    }
  })

  it.each(runnable)('%s prints what it says', (name, example) => {
    const printed = run(name, example)
    const before = examples.get(CONTINUES[name] ?? '')?.output ?? ''
    if (example.output !== null) expect(printed).toBe(before + example.output)
    else if (name in PRINTS) expect(printed).toMatch(PRINTS[name] ?? /^/)
    else expect.unreachable(`${name} says nowhere what it prints`)
  })
})
