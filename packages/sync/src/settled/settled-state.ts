import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SyncReport } from '../contracts.js'

/**
 * Raised when a sync of the same tree could come to another result: with the index schema, or when a walk or pairing
 * rule changes.
 */
export const SETTLED_VERSION = '3 3-ts3'

/** What a run that found nothing to do leaves behind, so that the next one can see that nothing changed since. */
export interface SettledState {
  readonly version: string
  /** The bytes of the manifest, as latin1 text: a settings change is a change. */
  readonly manifest: string
  /** Keys of the source roots. */
  readonly roots: readonly string[]
  readonly tree: string
  readonly index: IndexStat
  /** Names of the extraction backends that were on offer. */
  readonly extractors: readonly string[]
  /** The extraction backend of the run, and the one that runs have by default: the manifest's. */
  readonly extraction: { readonly used: string; readonly default: string }
  /** The linked KBs of the manifest; null if it lists none. */
  readonly linked: LinkedState | null
  readonly report: Pick<SyncReport, 'unchanged' | 'skipped' | 'hints' | 'chunkingDrift'> & {
    readonly orphaned: readonly string[]
  }
}

/** Linked KBs that were read, and none of which has to be read again for a while. */
export interface LinkedState {
  /** From when to when that holds, ms since the epoch: a clock that was set back proves nothing. */
  readonly fromMs: number
  readonly dueMs: number
  /** By path as the manifest has it: where that led. */
  readonly places: Readonly<Record<string, string>>
}

/** Size, times and inode of the index file and of its log; zeros for a log that is not there. */
export type IndexStat = readonly number[]

/** Where the state lies: derived, disposable, and good for nothing but saving time. */
export function settledPath(stateDir: string): string {
  return join(stateDir, 'settled.json')
}

/** The state, or null if there is none that this release wrote whole. */
export function readSettled(stateDir: string): SettledState | null {
  try {
    const state = JSON.parse(readFileSync(settledPath(stateDir), 'utf8')) as SettledState
    return state.version === SETTLED_VERSION ? state : null
  } catch {
    // Absent, cut short or unreadable: the run looks for itself.
    return null
  }
}

/** The index file at `path` and its log; null if there is no index. Only a sync writes either, or moves one into the other. */
export function statIndex(path: string): IndexStat | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return [stats, log].flatMap((file) => [
    file?.ino ?? 0,
    file?.size ?? 0,
    file?.mtimeMs ?? 0,
    file?.ctimeMs ?? 0,
  ])
}

/** Whether two looks at an index file show the same, unchanged file. */
export function isSameIndex(a: IndexStat, b: IndexStat): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
