import type { SyncMode } from '@pinakes/sync'
import { usageError } from '../cli-error.js'

/** The options of `pnk sync` that say what it does, by name; those that were given. */
export type SyncFlags = Readonly<
  Record<'rebuild' | 'sidecars-only' | 'index-only' | 'stage' | 'scan-links' | 'ner', boolean> &
    Record<'extract' | 'clear-cache', string | undefined>
>

type SyncFlag = keyof SyncFlags

/** Options that mean nothing together. */
export const CONFLICTS: readonly (readonly [SyncFlag, SyncFlag])[] = [
  ['rebuild', 'sidecars-only'],
  ['sidecars-only', 'index-only'],
  ['rebuild', 'index-only'],
  ['scan-links', 'sidecars-only'],
  ['ner', 'sidecars-only'],
  ['clear-cache', 'rebuild'],
  ['clear-cache', 'sidecars-only'],
  ['clear-cache', 'index-only'],
  ['clear-cache', 'stage'],
  ['clear-cache', 'extract'],
  ['clear-cache', 'scan-links'],
  ['clear-cache', 'ner'],
]

/**
 * The one mode that the options ask for.
 * @throws CliError `CLI_USAGE` for two that exclude each other, and for one that belongs to another mode
 */
export function syncMode(flags: SyncFlags): SyncMode {
  const isGiven = (flag: SyncFlag) => flags[flag] !== undefined && flags[flag] !== false
  const conflict = CONFLICTS.find((pair) => pair.every(isGiven))
  if (conflict !== undefined) {
    const [one, other] = conflict
    throw usageError(`--${one} and --${other} exclude each other`, 'sync', {
      remedy: 'give only one of them',
    })
  }
  if (flags.stage && !flags['sidecars-only']) {
    throw usageError('--stage goes with --sidecars-only alone', 'sync', {
      remedy: 'pnk sync --sidecars-only --stage',
    })
  }
  return (['rebuild', 'sidecars-only', 'index-only'] as const).find((mode) => flags[mode]) ?? 'full'
}
