import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isPaidClient, packageOfFile } from './clients.js'

const RECORDER = pathToFileURL(fileURLToPath(new URL('recorder.mjs', import.meta.url))).href

/** Preload, as in `['--import', ACCESS_RECORDER, script]`, that fills `files` and `processes`. */
export const ACCESS_RECORDER = new URL('../hostile/record-access.mjs', import.meta.url).href

export interface RecordedRun {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Files and unresolved names that were loaded, in order. */
  readonly modules: readonly string[]
  /** What {@link ACCESS_RECORDER} wrote down: absolute paths, and commands with their arguments. */
  readonly files: readonly string[]
  readonly processes: readonly (readonly string[])[]
  /** Network attempts; each was refused. */
  readonly network: readonly string[]
  /** Paid clients among the modules, by package name. */
  readonly paidClients: readonly string[]
}

/** Runs `node ...args` in a fresh process under the recorder, with an empty home; `input` is what it reads on stdin. */
export function recordedRun(args: readonly string[], cwd: string, input?: string): RecordedRun {
  const folder = mkdtempSync(join(tmpdir(), 'pinakes-record-'))
  const log = join(folder, 'log')
  try {
    const run = spawnSync(process.execPath, ['--import', RECORDER, ...args], {
      cwd,
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        NODE_OPTIONS: `--import ${RECORDER}`,
        PINAKES_RECORDER_LOG: log,
      },
    })
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
    const entries = (kind: string) =>
      lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
    const modules = entries('module')
    return {
      status: run.status,
      stdout: run.stdout,
      stderr: run.stderr,
      modules,
      files: entries('file').map((path) => JSON.parse(path) as string),
      processes: entries('process').map((command) => JSON.parse(command) as string[]),
      network: entries('network'),
      paidClients: [...new Set(modules.map((path) => packageOfFile(path) ?? path).filter(isPaidClient))],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
