import type { FileStamp } from '@pinakes/index'
import type { FileStat } from '@pinakes/manifest'

/** A file that was just hashed, as a stamp. `takenMs` is the clock just before its `stats` were taken. */
export function stampOf(path: string, stats: FileStat, hash: string, takenMs: number): FileStamp {
  const { size, mtimeMs, ctimeMs, ino } = stats
  return { path, size, mtimeMs, ctimeMs, ino, hash, takenMs }
}
