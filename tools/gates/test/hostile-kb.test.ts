import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  HOSTILE_KBS,
  type HostileKb,
  manifestText,
  NEIGHBOUR_ID,
  type Places,
  put,
  SECRET,
} from '../hostile/hostile-kbs.js'
import { ACCESS_RECORDER, type RecordedRun, recordedRun } from '../paid/recorded-run.js'
import { serverInput } from '../paid/server-input.js'
import { REPO_ROOT } from '../workspace.js'

const PNK = join(REPO_ROOT, 'packages/cli/bin/run.js')

let folder = ''
let places: Places
let trace = ''

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pinakes-hostile-')))
  trace = join(folder, 'trace')
  places = {
    kb: join(folder, 'kb'),
    outside: join(folder, 'outside'),
    tripwire: join(folder, 'wire/tripwire'),
  }
  put(places.tripwire, `#!/bin/sh\ntouch ${trace}\n`)
  chmodSync(places.tripwire, 0o755)
  layOutside(places.outside)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What belongs to somebody else: every file says the secret, and code that leaves a trace when loaded. */
function layOutside(outside: string): void {
  put(join(outside, 'secret.md'), `# Secret\n\n${SECRET}\n`)
  put(join(outside, 'theirs.md.pnk.yaml'), `id: 01M8RH5FY3DJT7WH34VDS9CTRZ\ntitle: ${SECRET}\n`)
  put(join(outside, 'theirs.db'), SECRET)
  put(join(outside, 'evil.mjs'), `import fs from 'node:fs'\nfs.writeFileSync(${JSON.stringify(trace)}, '')\n`)
  put(join(outside, 'model/config.json'), `{"model_type":"${SECRET}"}`)
  put(join(outside, 'template/template.toml'), `description = "${SECRET}"\n`)
  put(join(outside, 'kb/pinakes.toml'), `[kb]\nname = "neighbour"\nid = "${NEIGHBOUR_ID}"\n[sources]\n`)
  put(join(outside, 'kb/docs/a.md'), SECRET)
  put(join(outside, 'kb/docs/a.md.pnk.yaml'), `id: 01M8RH5FY3DJT7WH34VDS9CTRY\ntitle: ${SECRET}\n`)
  mkdirSync(join(outside, 'state'))
}

function lay({ manifest, build }: HostileKb): void {
  put(join(places.kb, 'pinakes.toml'), manifestText(manifest))
  put(join(places.kb, 'docs/real.md'), '# A real one\n\nThe overshot wheel drives the mill.\n')
  put(join(places.kb, 'docs/mill.md'), '# The mill\n\nIt stands by the stream.\n')
  build?.(places)
}

function contents(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]))
}

function pnk(args: readonly string[]): RecordedRun {
  const input = args[0] === 'serve' ? serverInput(CALLS) : undefined
  return recordedRun(['--import', ACCESS_RECORDER, PNK, ...args], places.kb, input)
}

/** What a client asks of a served KB. */
const CALLS: Parameters<typeof serverInput>[0] = [
  ['pinakes_list_kbs', {}],
  ['pinakes_search', { query: 'which wheel drives the mill' }],
  ['pinakes_links', { doc_id: 'docs/real.md' }],
  ['pinakes_links', { doc_id: 'docs/secret.md' }],
  ['pinakes_get', { doc_id: '01M8RH5FY3DJT7WH34VDS9CTRH' }],
  ['pinakes_get', { doc_id: '../outside/secret.md' }],
  ['pinakes_search', { query: 'secret', kb: '../outside/kb' }],
]

/** Every command of the free path that opens a KB. */
const COMMANDS: readonly (readonly string[])[] = [
  ['sync'],
  ['search', 'which wheel drives the mill', '--json'],
  ['get', 'docs/real.md'],
  ['ls', '--failed'],
  ['serve'],
  ['doctor'],
  ['sync', '--rebuild'],
  ['sync', '--sidecars-only'],
]

/** A KB that is refused is refused by the others for the same reason. */
const COMMANDS_OF_REFUSED = COMMANDS.filter(
  ([name, flag]) => name !== 'get' && name !== 'ls' && flag !== '--sidecars-only',
)

const OURS = [
  REPO_ROOT,
  realpathSync(join(REPO_ROOT, 'node_modules')),
  dirname(dirname(process.execPath)),
  '/proc/',
  '/sys/',
  '/dev/null',
  '/etc/os-release',
]
const TEMPORARY = ['pinakes-record-', 'pinakes-index-'].map((name) => join(realpathSync(tmpdir()), name))

function strayFiles({ files }: RecordedRun, mayRead: readonly string[]): string[] {
  const allowed = [places.kb, ...OURS, ...TEMPORARY, ...mayRead.map((path) => join(places.outside, path))]
  return [...new Set(files)].filter((path) => !allowed.some((prefix) => path.startsWith(prefix)))
}

describe('a KB from a stranger: nothing is started, read, written or fetched outside of it', () => {
  it.each(HOSTILE_KBS.map((hostile) => [hostile.name, hostile] as const))(
    '%s',
    (_, hostile) => {
      lay(hostile)
      const before = contents(places.outside)
      const usual = hostile.isRefused ? COMMANDS_OF_REFUSED : COMMANDS
      for (const command of [...usual, ...(hostile.commands ?? [])]) {
        const run = pnk(command)
        const said = `pnk ${command.join(' ')}: ${run.status} ${run.stdout}${run.stderr}`
        expect(run.files.length, said).toBeGreaterThan(0)
        expect(strayFiles(run, hostile.mayRead ?? []), said).toEqual([])
        expect(run.network, said).toEqual([])
        expect(
          run.processes.filter(([program]) => program !== 'git'),
          said,
        ).toEqual([])
        expect(
          run.modules.filter((path) => path.includes(folder)),
          said,
        ).toEqual([])
        expect(run.stdout + run.stderr, said).not.toContain(SECRET)
        expect(run.stderr, said).not.toMatch(/^\s+at .+:\d+:\d+/m)
        expect([0, 1, 2], said).toContain(run.status)
        if (hostile.isRefused && command[0] === 'sync') {
          expect(run.stderr, said).toMatch(/^error: ./m)
          expect(run.status, said).toBe(1)
        }
      }
      expect(contents(places.outside)).toEqual(before)
      expect(readdirSync(join(places.outside, 'state'))).toEqual([])
      expect(existsSync(join(places.outside, 'not-there.db'))).toBe(false)
      expect(existsSync(join(places.outside, 'not-there.yaml'))).toBe(false)
      expect(JSON.stringify(contents(places.kb))).not.toContain(SECRET)
      expect(existsSync(trace), 'a command of the KB ran').toBe(false)
    },
    120_000,
  )

  it('a template name that is a path is refused by init, with nothing made', () => {
    for (const template of ['../../outside/template', places.outside, '.', 'notes/../..']) {
      const run = recordedRun(
        ['--import', ACCESS_RECORDER, PNK, 'init', '--template', template, join(folder, 'new')],
        folder,
      )
      expect(run.status, template).toBe(1)
      expect(strayFiles(run, []), template).toEqual([])
      expect(existsSync(join(folder, 'new')), template).toBe(false)
    }
  })
})

describe('the access recorder can fail', () => {
  const plant = (body: string): RecordedRun => {
    const script = join(folder, 'planted.mjs')
    writeFileSync(script, body)
    return recordedRun(['--import', ACCESS_RECORDER, script], folder)
  }

  it.each([
    ['a file read at once', "import fs from 'node:fs'\nfs.readFileSync('outside/secret.md')"],
    ['a file opened', "import { openSync } from 'node:fs'\nopenSync('outside/secret.md', 'r')"],
    ['a promise', "import { readFile } from 'node:fs/promises'\nawait readFile('outside/secret.md')"],
    [
      'a stream',
      "import { createReadStream } from 'node:fs'\ncreateReadStream('outside/secret.md').resume()",
    ],
    ['a rename', "import { renameSync } from 'node:fs'\nrenameSync('planted.mjs', 'outside/secret.md')"],
  ])('on %s', (_, body) => {
    expect(strayFiles(plant(body), [])).toContain(join(places.outside, 'secret.md'))
  })

  it.each(['spawnSync', 'execFileSync', 'execSync'])('on a process started by %s', (name) => {
    const { processes } = plant(
      `import { ${name} } from 'node:child_process'\n${name}(${JSON.stringify(places.tripwire)})`,
    )
    expect(processes.map(([program]) => program)).toContain(places.tripwire)
    expect(existsSync(trace)).toBe(true)
  })
})
