import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const REQUIREMENTS = fileURLToPath(new URL('../../models/requirements.txt', import.meta.url))

/** What the reference took for some batches, by the clock and of processors, and the first number of each vector. */
export interface ReferenceRun {
  readonly ms: number
  readonly cpu: number
  readonly first: readonly number[]
}

/** A Python process with the model loaded, so that both sides can take turns. */
export interface Reference {
  run(batches: readonly (readonly string[])[]): Promise<ReferenceRun>
  close(): void
}

/** A Python with the reference libraries in a virtual environment under `folder`, made on first use. */
export function pythonWithReference(folder: string): string {
  const python = join(folder, 'bin', 'python')
  if (!existsSync(join(folder, 'ready'))) {
    execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '-r', REQUIREMENTS], { stdio: 'inherit' })
    execFileSync('touch', [join(folder, 'ready')])
  }
  return python
}

/** Starts the reference for a graph and a tokenizer, with the given threads an operator; 0: its own choice. */
export function startReference(
  python: string,
  model: {
    readonly graph: string
    readonly tokenizer: string
    readonly threads: number
    /** Whether idle threads keep a processor busy: ONNX Runtime's default. */
    readonly spins: boolean
  },
): Reference {
  const script = fileURLToPath(new URL('reference.py', import.meta.url))
  const args = [script, model.graph, model.tokenizer, String(model.threads), model.spins ? '1' : '0']
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async run(batches) {
      child.stdin.write(`${JSON.stringify(batches)}\n`)
      const { value, done } = await lines.next()
      if (done === true) throw new Error('the reference process ended early')
      return JSON.parse(value) as ReferenceRun
    },
    close: () => child.stdin.end(),
  }
}
