import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/registry.js'
import { addFiles, pnk, run, scratch } from './pnk.js'

const BIN_DIRECTORY = fileURLToPath(new URL('../../bin', import.meta.url))
const PACKAGE = JSON.parse(readFileSync(join(BIN_DIRECTORY, '../package.json'), 'utf8')) as {
  version: string
  engines: { node: string }
}

/** Preloaded before `pnk`: makes Node claim to be another version. */
function fakeNode(version: string): string[] {
  const file = join(scratch(), 'fake.cjs')
  writeFileSync(file, `Object.defineProperty(process, 'version', { value: '${version}' })`)
  return ['--require', file]
}

describe('the Node version', () => {
  it.each(['v0.10.48', 'v8.17.0', 'v18.20.4', 'v20.18.3'])(
    '%s is refused, naming the Node that is needed',
    (version) => {
      const done = pnk(['--help'], { nodeArgs: fakeNode(version) })
      expect(done).toMatchObject({ status: 1, stdout: '' })
      expect(done.stderr).toBe(
        `error: pnk needs Node 20.19 or newer; this is Node ${version}\n` +
          'install a current Node from https://nodejs.org, then run the same command again\n',
      )
    },
  )

  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v100.1.0'])('%s is accepted', (version) => {
    expect(pnk(['--help'], { nodeArgs: fakeNode(version) }).status).toBe(0)
  })

  it('is checked by a file that the oldest Node can parse', () => {
    const source = readFileSync(join(BIN_DIRECTORY, 'run.js'), 'utf8')
    expect(source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')).not.toMatch(
      /=>|`|\b(?:const|let|class|import|async|await)\b|\?\.|\?\?/,
    )
  })
})

describe('an installation without its built files', () => {
  it('says in words what to do', () => {
    const copy = join(scratch(), 'cli')
    mkdirSync(join(copy, 'bin'), { recursive: true })
    for (const file of ['bin/run.js', 'bin/launch.js', 'bin/package.json', 'package.json']) {
      copyFileSync(join(dirname(BIN_DIRECTORY), file), join(copy, file))
    }
    const done = run(process.execPath, [join(copy, 'bin/run.js')])
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(
      /^error: pnk cannot start: Cannot find module .*\ninstall it again: npm install/,
    )
    expect(done.stderr).not.toMatch(/^\s+at /m)
  })
})

describe('help', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']]])(
    'pnk %j lists every command and ends with 0',
    (args) => {
      const done = pnk(args)
      expect(done).toMatchObject({ status: 0, stderr: '' })
      for (const { id } of COMMANDS) expect(done.stdout).toMatch(new RegExp(`^  ${id} +\\S`, 'm'))
    },
  )

  it.each(COMMANDS.map(({ id }) => id))('pnk %s --help has usage, options and examples', (id) => {
    const done = pnk([...id.split(' '), '--help'])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(new RegExp(`USAGE\n  \\$ pnk ${id}`))
    expect(done.stdout).toMatch(/EXAMPLES\n/)
    expect(done.stdout).not.toContain('\u001b')
    expect(pnk(['help', ...id.split(' ')]).stdout).toBe(done.stdout)
  })
})

describe('--version', () => {
  it('names the version, the format level, Node and SQLite', () => {
    const done = pnk(['--version'])
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(done.stdout).toMatch(
      new RegExp(
        `^pnk ${PACKAGE.version} \\(format level \\d+\\.\\d+\\.\\d+, Node v[\\d.]+, SQLite 3\\.[\\d.]+\\)\n$`,
      ),
    )
  })
})

describe('a command line that cannot be understood', () => {
  it.each([
    [['serach', 'x'], 'no such command: serach'],
    [['--kb', '.', 'search'], 'no such option: --kb'],
    [['search'], 'Missing 1 required arg'],
    [['search', 'x', '--kb', ''], 'the path is empty'],
    [['init', ''], 'the path is empty'],
    [['sync', 'docs'], 'Unexpected argument: docs'],
    [['search', 'x', '--nope'], 'no such option: --nope'],
    [['search', 'x', 'y'], 'Unexpected argument: y'],
    [['search', 'x', '-k', 'many'], 'Expected an integer but received: many'],
    [['search', 'x', '-k', '0'], 'Expected an integer greater than or equal to 1 but received: 0'],
    [['search', 'x', '--type', 'poem'], 'Expected --type=poem to be one of: markdown, code, pdf, text'],
    [['sync', '--sidecars-only', '--index-only'], '--sidecars-only and --index-only exclude each other'],
    [['sync', '--sidecars-only', '--rebuild'], '--rebuild and --sidecars-only exclude each other'],
    [['ls', '--failed', '--tag', 'x'], '--failed lists every failure and takes no filter'],
  ])('pnk %j ends with 2, an error and a remedy', (args, message) => {
    const done = pnk(args)
    expect(done).toMatchObject({ status: 2, stdout: '' })
    const [first, ...rest] = done.stderr.trimEnd().split('\n')
    expect(first).toContain(`error: `)
    expect(done.stderr).toContain(message)
    expect(rest.length).toBeGreaterThan(0)
    expect(done.stderr).not.toMatch(/^\s+at /m)
  })

  it('is reported in JSON as well, when JSON is asked for', () => {
    const done = pnk(['search', '', '--json'])
    expect(done.status).toBe(2)
    expect(JSON.parse(done.stdout)).toEqual({
      error: {
        code: 'CLI_USAGE',
        message: 'the query is empty',
        remedy: 'say what to look for: pnk search "your words"',
      },
    })
    expect(done.stderr).toBe('error: the query is empty\nsay what to look for: pnk search "your words"\n')
  })
})

describe('an error', () => {
  it('outside of any knowledge base names the ways to one', () => {
    const done = pnk(['search', 'x'], { cwd: scratch() })
    expect(done).toMatchObject({ status: 1, stdout: '' })
    expect(done.stderr).toMatch(/^error: No pinakes\.toml in .*\n.*pnk init/)
  })

  it('shows its stack when PNK_DEBUG asks for it, and never else', () => {
    const cwd = scratch()
    expect(pnk(['ls'], { cwd }).stderr).not.toMatch(/^\s+at /m)
    expect(pnk(['ls'], { cwd, env: { PNK_DEBUG: '1' } }).stderr).toMatch(/^\s+at /m)
  })

  it('in the manifest names the line, and every command says the same', () => {
    const root = scratch()
    addFiles(root, { 'pinakes.toml': '[kb\nname = "x"\n' })
    const runs = [['search', 'x'], ['get', 'x'], ['ls'], ['sync']].map((args) => pnk(args, { cwd: root }))
    for (const done of runs) expect(done).toMatchObject({ status: 1, stdout: '', stderr: runs[0]?.stderr })
    expect(runs[0]?.stderr).toMatch(/^error: .*pinakes\.toml.*line 1/)
  })
})

describe('a start', () => {
  it.each([[['--version']], [['sync', '--help']], [['doctor', '--help']]])(
    'by pnk %j reads nothing of what a watch works with',
    (args) => {
      const record = join(scratch(), 'record.mjs')
      const hooks = `export async function load(url, context, next) {
      process._rawDebug('LOADED ' + url)
      return next(url, context)
    }`
      writeFileSync(
        record,
        `import { register } from 'node:module'\nregister('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}))`,
      )
      const done = pnk(args, { nodeArgs: ['--import', record] })
      expect(done.status).toBe(0)
      const loaded = [...done.stderr.matchAll(/^LOADED file:\/\/(.*\.js)$/gm)].map(([, path = '']) => path)
      expect(loaded.some((path) => path.includes('/dist/main'))).toBe(true)
      for (const path of loaded)
        expect(readFileSync(path, 'utf8'), path).not.toMatch(/chokidar|class FSWatcher/)
    },
  )
})
