import { parseKbTimestamp } from '@pinakes/manifest'

/** How long what a linked KB said is taken for true, in milliseconds: one hour. */
export const FRESH_MS = 60 * 60 * 1000

/**
 * When a KB scanned at `lastScan` (a KB timestamp) is due again, in ms since the epoch: an hour later. `nowMs`, that is
 * at once, where there was no scan, none that can be read, or one in the future, as after a clock was set back.
 */
export function scanDueMs(lastScan: string | null, nowMs: number): number {
  const last = lastScan === null ? null : parseKbTimestamp(lastScan)
  if (last === null || last.getTime() > nowMs) return nowMs
  return last.getTime() + FRESH_MS
}
