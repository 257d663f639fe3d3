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

export interface NumpyProcess {
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

/** A process that holds the vectors and answers batches of queries, so that both sides can take turns. */
export function startNumpy(python: string, args: readonly string[]): NumpyProcess {
  const script = fileURLToPath(new URL('numpy_scan.py', import.meta.url))
  const child = spawn(python, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async run(first, count) {
      child.stdin.write(`${first} ${count}\n`)
      const { value, done } = await lines.next()
      if (done === true) throw new Error('the NumPy process ended early')
      return JSON.parse(value) as Batch
    },
    close: () => child.stdin.end(),
  }
}
