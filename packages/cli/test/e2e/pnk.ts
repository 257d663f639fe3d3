import { type SpawnSyncOptionsWithStringEncoding, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

/** The built command, and the Node that runs it; the packed-install test points both at what npm installed. */
export const BIN = process.env.PNK_BIN ?? fileURLToPath(new URL('../../bin/run.js', import.meta.url))
export const NODE = process.env.PNK_NODE ?? process.execPath

if (!existsSync(join(dirname(BIN), '../dist/main.js'))) {
  throw new Error('these tests run the built pnk: run `pnpm build` first')
}

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Arguments for Node itself, before the script. */
  readonly nodeArgs?: readonly string[]
  /** The user to run as; only root can choose. */
  readonly uid?: number
  /** What the child reads on its stdin; nothing at all without it. */
  readonly input?: string
}

/** The environment of a child: nothing of this process that changes what `pnk` prints. */
function childEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...extra }
}

/** Runs any command in a child process and waits for it. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Run {
  const { cwd, env, uid, input } = options
  const spawnOptions: SpawnSyncOptionsWithStringEncoding = {
    cwd,
    env: childEnv(env),
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
    maxBuffer: 2 ** 28,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  }
  const { status, stdout, stderr } = spawnSync(command, [...args], spawnOptions)
  return { status, stdout, stderr }
}

/** Runs `pnk` in a child process and waits for it. */
export function pnk(args: readonly string[], options: RunOptions = {}): Run {
  return run(NODE, [...(options.nodeArgs ?? []), BIN, ...args], options)
}

/** Preloaded before `pnk`: all three streams say that they are terminals; escape sequences still come out of a pipe. */
const TERMINAL = `for (const stream of [process.stdout, process.stderr]) {
  Object.defineProperty(stream, 'isTTY', { value: true })
  stream.columns = 100
  stream.rows = 40
  stream.getWindowSize = () => [100, 40]
  stream.getColorDepth = () => 8
  stream.hasColors = () => true
}
Object.defineProperty(process.stdin, 'isTTY', { value: true })`

/** The options for Node by which `pnk` believes that it runs on a terminal. */
export function terminalArgs(): string[] {
  const preload = join(scratch(), 'terminal.cjs')
  writeFileSync(preload, TERMINAL)
  return ['--require', preload]
}

/** Runs `pnk` as on a terminal, where `input` is typed. */
export function inTerminal(
  args: readonly string[],
  cwd: string,
  { env = {}, input = '' }: Pick<RunOptions, 'env' | 'input'> = {},
): Run {
  return pnk(args, { cwd, env: { TERM: 'xterm-256color', ...env }, nodeArgs: terminalArgs(), input })
}

/** Starts `pnk` and leaves it running. */
export function startPnk(args: readonly string[], options: RunOptions = {}) {
  return spawn(NODE, [...(options.nodeArgs ?? []), BIN, ...args], {
    cwd: options.cwd,
    env: childEnv(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs `pnk <command> --json …`, which has to succeed, and gives its stdout as JSON. */
export function pnkJson<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): T {
  const [command = '', ...rest] = args
  const done = pnk([command, '--json', ...rest], options)
  if (done.status !== 0) throw new Error(`pnk ${args.join(' ')} ended with ${done.status}: ${done.stderr}`)
  return JSON.parse(done.stdout) as T
}

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A fresh folder, removed after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pnk-e2e-'))
  folders.push(folder)
  return folder
}

/** A knowledge base fresh from `pnk init`, with these files in it; not synced. */
export function freshKb(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = join(scratch(), 'kb')
  const init = pnk(['init', root])
  if (init.status !== 0) throw new Error(`pnk init ended with ${init.status}: ${init.stderr}`)
  addFiles(root, files)
  return root
}

/** Writes files below `root`; their folders appear as needed. */
export function addFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}

/** Every file below `root` with its bytes as latin1, so that any change shows. */
export function snapshot(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.filter((path) => lstatSync(join(root, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'latin1')]))
}

/** Paths of the indexed documents, sorted. */
export function listed(root: string): string[] {
  const { documents } = pnkJson<{ documents: { path: string }[] }>(['ls'], { cwd: root })
  return documents.map(({ path }) => path).sort()
}

/** The id in the sidecar of a document. */
export function sidecarId(root: string, document: string): string {
  const text = readFileSync(join(root, `${document}.pnk.yaml`), 'utf8')
  const id = /^id: ([0-9A-Z]{26})$/m.exec(text)?.[1]
  if (id === undefined) throw new Error(`no id in ${text}`)
  return id
}

/** A user without rights of their own; for root, whom no permission stops, the way to be refused. */
export const NOBODY = 65534

/** Hands a tree, and the folder that it stands in, to {@link NOBODY}. Does nothing for who is not root. */
export function giveAway(root: string): void {
  if (process.getuid?.() !== 0) return
  chownSync(dirname(root), NOBODY, NOBODY)
  for (const path of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(root, path), NOBODY, NOBODY)
  }
}

/** The options by which a child is refused what permissions refuse, whoever runs the tests. */
export function unprivileged(): { readonly uid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY } : {}
}
