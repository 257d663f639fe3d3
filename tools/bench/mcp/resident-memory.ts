import { spawnSync } from 'node:child_process'

/** The resident memory of a process in MiB, as `ps` says. */
export function residentMiB(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(stdout.trim()) / 1024)
}
