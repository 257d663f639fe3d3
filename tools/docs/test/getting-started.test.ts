import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { consoleSteps, outputPattern } from '../console-blocks.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const STEPS = consoleSteps(readFileSync(join(ROOT, 'docs/getting-started.md'), 'utf8'))

/** An empty home with `pnk` on the path, as after the installation. */
const home = mkdtempSync(join(tmpdir(), 'pnk-newcomer-'))
const bin = join(home, 'bin')
mkdirSync(bin)
writeFileSync(
  join(bin, 'pnk'),
  `#!/bin/sh\nexec '${process.execPath}' '${ROOT}packages/cli/bin/run.js' "$@"\n`,
)
chmodSync(join(bin, 'pnk'), 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('docs/getting-started.md', () => {
  it('is typed by a newcomer, from the first command to the last', () => {
    expect(STEPS.length).toBeGreaterThan(15)
    let cwd = home
    for (const { command, output } of STEPS) {
      const enter = /^cd (\w+)$/.exec(command)
      if (enter !== null) {
        cwd = join(cwd, enter[1] ?? '')
        continue
      }
      const env = { HOME: home, PATH: `${bin}:${process.env.PATH}` }
      const done = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', env })
      expect(done.stderr, command).toBe('')
      expect(done.status, command).toBe(0)
      expect(done.stdout.trim(), command).toMatch(outputPattern(output))
    }
  }, 120_000)
})

describe('outputPattern', () => {
  it('takes … for anything, and nothing else for more than itself', () => {
    expect('a 12 (b)').toMatch(outputPattern('a … (b)'))
    expect('a\nmore').toMatch(outputPattern('a\n…'))
    expect('axb').not.toMatch(outputPattern('a.b'))
    expect('a b').not.toMatch(outputPattern('a'))
  })
})
