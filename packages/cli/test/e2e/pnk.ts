import { type SpawnSyncOptionsWithStringEncoding, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

/** The built command; the packed-install test points both at what npm installed. */
const BIN = process.env.PNK_BIN ?? fileURLToPath(new URL('../../bin/run.js', import.meta.url))
const NODE = process.env.PNK_NODE ?? process.execPath

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
}

/** The environment of a child: nothing of this process that changes what `pnk` prints. */
function childEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ...extra }
}

/** Runs `pnk` in a child process and waits for it. */
export function pnk(args: readonly string[], options: RunOptions = {}): Run {
  const spawnOptions: SpawnSyncOptionsWithStringEncoding = {
    cwd: options.cwd,
    env: childEnv(options.env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  }
  const { status, stdout, stderr } = spawnSync(
    NODE,
    [...(options.nodeArgs ?? []), BIN, ...args],
    spawnOptions,
  )
  return { status, stdout, stderr }
}

/** Starts `pnk` and leaves it running. */
export function startPnk(args: readonly string[], options: RunOptions = {}) {
  return spawn(NODE, [...(options.nodeArgs ?? []), BIN, ...args], {
    cwd: options.cwd,
    env: childEnv(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `pnk`, which has to succeed, and gives its stdout as JSON. */
export function pnkJson<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): T {
  const run = pnk([...args, '--json'], options)
  if (run.status !== 0) throw new Error(`pnk ${args.join(' ')} ended with ${run.status}: ${run.stderr}`)
  return JSON.parse(run.stdout) as T
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
