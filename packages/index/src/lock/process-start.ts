import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process started, in a form that only equality is asked of, or null where it cannot be told. Two processes that
 * got the same pid one after the other differ, across a restart of the machine too: on Linux it holds the boot id and
 * the clock ticks since boot, so setting the clock changes nothing.
 */
export function processStart(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  try {
    return process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  } catch {
    // No such process, or a system that does not tell.
    return null
  }
}

function linuxStart(pid: number): string | null {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The second field is the program's name in parentheses and may hold anything; the start is field 22 (proc(5)).
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return ticks === undefined ? null : `linux:${boot}:${ticks}`
}

function psStart(pid: number): string | null {
  if (process.platform === 'win32') return null
  const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'latin1',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 2000,
  }).trim()
  return started === '' ? null : `${process.platform}:${started}`
}
