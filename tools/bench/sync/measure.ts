import { type SpawnSyncOptions, spawnSync } from 'node:child_process'

/** Wall time of a whole process, ms; throws with what it said if it fails. */
export function timeProcess(command: readonly string[], options: SpawnSyncOptions = {}): number {
  const [program = '', ...args] = command
  const started = performance.now()
  const { status, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  const elapsed = performance.now() - started
  if (status !== 0) throw new Error(`${command.join(' ')}: exit ${status}\n${error ?? stderr}`)
  return elapsed
}

/** The middle value; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}

/** One line of a table: median and spread. */
export function line(name: string, times: readonly number[]): string {
  const low = Math.min(...times).toFixed(0)
  const high = Math.max(...times).toFixed(0)
  return `${name.padEnd(34)} ${median(times).toFixed(1).padStart(9)} ms   (${low}-${high}, ${times.length} runs)`
}
