import type { FileStamp } from '@pinakes/index'
import type { FileStat } from './file-stat.js'

/** How long after a change a file system with fine timestamps may still give the same one, ms: some kernel ticks. */
const FINE_GRAIN_MS = 50
/** The same where timestamps are whole seconds (two, on FAT). */
const COARSE_GRAIN_MS = 2000

/** A file that was just hashed, as a stamp. `takenMs` is the clock just before its `stats` were taken. */
export function stampOf(path: string, stats: FileStat, hash: string, takenMs: number): FileStamp {
  const { size, mtimeMs, ctimeMs, ino } = stats
  return { path, size, mtimeMs, ctimeMs, ino, hash, takenMs }
}

/**
 * Whether a stamp proves that the file still has the stamped hash: size, both times and inode are the same, and the
 * file was not changed so shortly before it was stamped that a later change could have left them so. (Git's "racy"
 * entries: Documentation/technical/racy-git.txt.) The change time counts, which no program can set; the modification
 * time only while it is near the stamp, so that a file dated into the future is no burden.
 */
export function provesUnchanged(stamp: FileStamp, stats: FileStat): boolean {
  return (
    stats.size === stamp.size &&
    stats.mtimeMs === stamp.mtimeMs &&
    stats.ctimeMs === stamp.ctimeMs &&
    stats.ino === stamp.ino &&
    !isRacy(stamp.mtimeMs, stamp.ctimeMs, stamp.takenMs)
  )
}

/** Whether a file with these times may change after `takenMs` and keep them. */
export function isRacy(mtimeMs: number, ctimeMs: number, takenMs: number): boolean {
  const grain = ctimeMs % 1000 === 0 && mtimeMs % 1000 === 0 ? COARSE_GRAIN_MS : FINE_GRAIN_MS
  if (ctimeMs >= takenMs - grain) return true
  return mtimeMs >= takenMs - grain && mtimeMs <= takenMs + grain
}
