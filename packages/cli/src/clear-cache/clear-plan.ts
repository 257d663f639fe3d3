import type { CachedExtraction } from '@pinakes/extract-free'

/** What `--clear-cache` empties: the extraction cache, that with leave for what was paid for, or transcripts alone. */
export const CLEAR_TARGETS = ['all', 'paid', 'transcripts'] as const
export type ClearTarget = (typeof CLEAR_TARGETS)[number]

/** A file that would go. */
export interface ClearedFile {
  readonly path: string
  readonly bytes: number
  /** Paid for, or damaged, so that it may have been. */
  readonly isPaid: boolean
}

/** The files of the extraction cache in `directory` as candidates. */
export function cachedFiles(directory: string, entries: readonly CachedExtraction[]): ClearedFile[] {
  return entries.map(({ name, bytes, entry }) => ({
    path: `${directory}/${name}`,
    bytes,
    isPaid: entry === null || entry.isPaid,
  }))
}

/**
 * Whether the command line allows all of it to go without a question: `--yes` does, and for what was paid for only
 * together with the target that names it.
 */
export function isAuthorised(files: readonly ClearedFile[], target: ClearTarget, yes: boolean): boolean {
  return yes && (target !== 'all' || files.every(({ isPaid }) => !isPaid))
}

/** The options that would have authorised it. */
export function authorisation(files: readonly ClearedFile[], target: ClearTarget): string {
  const isFree = files.every(({ isPaid }) => !isPaid)
  const wanted = target === 'all' && !isFree ? 'paid' : target
  return `pnk sync --yes --clear-cache${wanted === 'all' ? '' : `=${wanted}`}`
}
