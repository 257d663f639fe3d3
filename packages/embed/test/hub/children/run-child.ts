import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
const SCRIPT = fileURLToPath(new URL('pull-once.ts', import.meta.url))

export interface PullingChild {
  readonly process: ChildProcess
  /** What it tells, line by line, until it ends. */
  readonly lines: AsyncIterableIterator<Record<string, unknown>>
}

export interface ChildOptions {
  readonly env: Readonly<Record<string, string>>
  /** The largest file that it may write, in KiB. */
  readonly fileLimit?: number
}

/** A process of its own that pulls `model`, on the sources. */
export function startPull(model: string, { env, fileLimit }: ChildOptions): PullingChild {
  const node = [process.execPath, '--import', 'tsx', SCRIPT, model]
  const [command = '', ...args] =
    fileLimit === undefined ? node : ['bash', '-c', `ulimit -f ${fileLimit}; exec "$@"`, 'pull', ...node]
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { process: child, lines: linesOf(child) }
}

async function* linesOf(child: ChildProcess): AsyncIterableIterator<Record<string, unknown>> {
  if (child.stdout === null) return
  for await (const line of createInterface(child.stdout)) yield JSON.parse(line)
}

/** What the child told last, once it has ended. */
export async function lastLine({ lines }: PullingChild): Promise<Record<string, unknown>> {
  let last: Record<string, unknown> = {}
  for await (const line of lines) last = line
  return last
}

/** Kills the child as `kill -9` does, and waits until it is gone. */
export async function killHard({ process: child }: PullingChild): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
