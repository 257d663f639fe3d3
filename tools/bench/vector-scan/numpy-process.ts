import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const NUMPY = 'numpy==2.2.6'

export interface Batch {
  readonly ms: readonly number[]
  readonly hits: readonly { readonly rows: readonly number[]; readonly scores: readonly number[] }[]
}

/** A process that answers batches of queries, so that several can take turns. */
export interface SearchProcess {
  readonly pid: number
  run(first: number, count: number): Promise<Batch>
  close(): void
}

/** A Python with NumPy in a virtual environment under `folder`, made on first use. */
export function pythonWithNumpy(folder: string): string {
  const venv = join(folder, 'venv')
  const python = join(venv, 'bin', 'python')
  if (!existsSync(join(venv, 'ready'))) {
    execFileSync('python3', ['-m', 'venv', '--clear', venv], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', NUMPY], { stdio: 'inherit' })
    execFileSync('touch', [join(venv, 'ready')])
  }
  return python
}

/** NumPy over the vectors of a file. */
export function startNumpy(python: string, args: readonly string[]): SearchProcess {
  const script = fileURLToPath(new URL('numpy_scan.py', import.meta.url))
  return startSearching(python, [script, ...args])
}

/** A program that answers a line `first count` with a line of JSON, a {@link Batch}. */
export function startSearching(program: string, args: readonly string[]): SearchProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? 0,
    async run(first, count) {
      child.stdin.write(`${first} ${count}\n`)
      const { value, done } = await lines.next()
      if (done === true) throw new Error(`${program} ended early`)
      return JSON.parse(value) as Batch
    },
    close: () => child.stdin.end(),
  }
}
