import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** What a script of this folder printed, and how it ended; it runs on the sources, in a process of its own. */
export async function runChild(
  script: string,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string; readonly signal: string | null }> {
  const path = fileURLToPath(new URL(`${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { cwd: ROOT })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    output.stdout += data
  })
  child.stderr.on('data', (data) => {
    output.stderr += data
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { ...output, signal }
}
