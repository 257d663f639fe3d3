import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

export interface ChildOptions {
  /** Run it as this user; only root may. */
  readonly uid?: number
  /** The largest file that it may write, in KiB: what it writes beyond fails, as on a full disk. */
  readonly fileLimit?: number
}

/** A script of this folder, running in a process of its own on the sources. */
export function startChild(
  script: string,
  args: readonly string[],
  { uid, fileLimit }: ChildOptions = {},
): ChildProcess {
  const path = fileURLToPath(new URL(`${script}.ts`, import.meta.url))
  const node = [process.execPath, '--import', 'tsx', path, ...args]
  const [command = '', ...rest] =
    fileLimit === undefined ? node : ['bash', '-c', `ulimit -f ${fileLimit}; exec "$@"`, script, ...node]
  return spawn(command, rest, {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid, env: { ...process.env, HOME: '/nonexistent' } }),
  })
}

/** What the script wrote, once it has ended. */
export async function runChild(
  script: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }> {
  const child = startChild(script, args, options)
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (data) => {
    output.stdout += data
  })
  child.stderr?.on('data', (data) => {
    output.stderr += data
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...output, code }
}

/** Resolves when the child has written a line that `matches`; rejects if it ends before. Goes on reading after that. */
export function untilLine(child: ChildProcess, matches: (line: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let pending = ''
    child.stdout?.on('data', (data) => {
      const lines = `${pending}${data}`.split('\n')
      pending = lines.pop() ?? ''
      const found = lines.find(matches)
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error('the child ended without the expected line')))
  })
}
