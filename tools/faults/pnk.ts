import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PNK = process.env.PNK_BIN ?? fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url))

export interface PnkOptions {
  /** A module that the process loads before anything else. */
  readonly preload?: URL
  readonly env?: Readonly<Record<string, string>>
  /** The largest file the process may write, in bytes, as `RLIMIT_FSIZE` holds it. */
  readonly largestFile?: number
}

export interface Ended {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the built `pnk`. */
export function startPnk(args: readonly string[], options: PnkOptions = {}): ChildProcess {
  const { preload, env = {}, largestFile } = options
  const node = [process.execPath, ...(preload ? ['--import', preload.href] : []), PNK, ...args]
  const [program = '', ...rest] = largestFile === undefined ? node : limited(node, largestFile)
  const { PATH, HOME } = process.env
  return spawn(program, rest, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Without the trap the first byte too many is a signal that kills the process, and not an error that it can meet. */
function limited(command: readonly string[], bytes: number): string[] {
  const blocks = Math.ceil(bytes / 512)
  return ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', ...command]
}

/** Waits for the process to end. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (data: string) => {
      output[name] += data
    })
  }
  const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { status, signal, ...output }
}

/** Runs the built `pnk` to its end. */
export function runPnk(args: readonly string[], options: PnkOptions = {}): Promise<Ended> {
  return ended(startPnk(args, options))
}
