import { hostname } from 'node:os'
import { formatKbTimestamp, mintUlid } from '@pinakes/manifest'
import { processStart } from './process-start.js'

/** What a lock file says of its holder. `nonce` and `procStarted` are null in a record of the Python edition. */
export interface LockRecord {
  readonly pid: number
  readonly host: string
  /** KB timestamp, UTC; for people, compared with nothing. */
  readonly started: string
  readonly nonce: string | null
  readonly procStarted: string | null
}

/** The record of this process, with a nonce that no other record has. */
export function ownRecord(): LockRecord & { readonly nonce: string } {
  return {
    pid: process.pid,
    host: hostname(),
    started: formatKbTimestamp(new Date()),
    nonce: mintUlid(),
    procStarted: processStart(process.pid),
  }
}

/** The record as it is written; one line of JSON with the keys both editions know, then ours. */
export function formatRecord({ pid, host, started, nonce, procStarted }: LockRecord): string {
  return `${JSON.stringify({ pid, host, started, nonce, proc_started: procStarted })}\n`
}

/** The record in `text`, or null for anything that is none: empty, cut short, or without a usable pid and host. */
export function parseRecord(text: string): LockRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { pid, host, started, nonce, proc_started } = value as Readonly<Record<string, unknown>>
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || typeof host !== 'string') return null
  return {
    pid,
    host,
    started: textOr(started, ''),
    nonce: textOr(nonce, null),
    procStarted: textOr(proc_started, null),
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}
