import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/registry.js'
import { addFiles, freshKb, inTerminal, pnk, scratch } from './pnk.js'

const FILES = {
  'docs/pump.md': '# Pump\n\nAsk Ines before opening the valve.\n',
  'docs/b.md': 'valve \u001b[31mred\n',
}
const ESCAPE = '\u001b'

describe('on a terminal', () => {
  it.each(COMMANDS.map(({ id }) => id))('pnk %s explains itself', (id) => {
    expect(inTerminal([...id.split(' '), '--help'], scratch())).toMatchObject({ status: 0, stderr: '' })
  })

  it('a sync shows its progress on stderr, gives the line back, and reports on stdout', () => {
    const root = freshKb(FILES)
    const done = inTerminal(['sync'], root)
    expect(done.status, done.stderr).toBe(0)
    expect(done.stderr).toMatch(/░.*0\/2/)
    expect(done.stderr).toContain('2/2')
    expect(done.stderr.endsWith(`${ESCAPE}[2K`)).toBe(true)
    expect(done.stdout).toMatch(/^2 indexed, /)
  })

  it('a lock that is taken over is said on a line of its own, with or without a bar', () => {
    const root = freshKb(FILES)
    mkdirSync(join(root, '.pinakes'))
    writeFileSync(
      join(root, '.pinakes/sync.lock'),
      JSON.stringify({ pid: 0, host: 'x', started: '20250101 00:00' }),
    )
    const done = inTerminal(['sync', '--force-unlock'], root)
    expect(done.status, done.stderr).toBe(0)
    expect(done.stderr).toMatch(/^Took over the sync lock .*\n/)
  })

  it.each([
    [['sync', '-q'], {}],
    [['sync', '--json'], {}],
    [['sync'], { CI: '1' }],
    [['sync'], { TERM: 'dumb' }],
    [['sync'], { NO_COLOR: '1' }],
  ] as const)('pnk %j with %j shows no bar and no escape sequence', (args, env) => {
    const done = inTerminal(args, freshKb(FILES), { env })
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).not.toContain(ESCAPE)
  })

  it('passages are painted, and the document itself still cannot paint', () => {
    const root = freshKb(FILES)
    pnk(['sync'], { cwd: root })
    const { stdout } = inTerminal(['search', 'valve'], root)
    expect(stdout).toContain(`${ESCAPE}[1mdocs/pump.md${ESCAPE}[22m`)
    expect(stdout).toContain('valve \\u{1b}[31mred')
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { CI: 'true' }]) {
      expect(inTerminal(['search', 'valve'], root, { env }).stdout).not.toContain(ESCAPE)
    }
  })

  it('get shows a header and makes control characters visible', () => {
    const root = freshKb(FILES)
    pnk(['sync'], { cwd: root })
    const { stdout } = inTerminal(['get', 'docs/b.md'], root, { env: { NO_COLOR: '1' } })
    expect(stdout).toBe('docs/b.md - b\n(docs/b.md)\n\nvalve \\u{1b}[31mred\n')
  })

  it('ls lines its columns up, and doctor paints its verdicts', () => {
    const root = freshKb(FILES)
    addFiles(root, { 'docs/a-longer-name.md': 'x\n' })
    pnk(['sync'], { cwd: root })
    expect(inTerminal(['ls'], root, { env: { NO_COLOR: '1' } }).stdout).toMatch(
      /^docs\/a-longer-name\.md {2}1 chunk.*\ndocs\/b\.md {12} +1 chunk/,
    )
    expect(inTerminal(['doctor'], root).stdout).toContain(`${ESCAPE}[32mOK${ESCAPE}[39m`)
  })

  it('an error has no colour to lose', () => {
    const done = inTerminal(['search', 'x', '--nope'], scratch())
    expect(done).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: no such option: --nope\nsee: pnk search --help\n',
    })
  })
})
