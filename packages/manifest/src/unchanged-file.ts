/** What a file system says of a file that changes with its content; a part of Node's `Stats`. Times in milliseconds. */
export interface FileTimes {
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
}

/** How long after a change a file system with fine timestamps may still give the same one, ms: some kernel ticks. */
const FINE_GRAIN_MS = 50

/** The same where timestamps are whole seconds (two, on FAT). */
const COARSE_GRAIN_MS = 2000

/**
 * Whether a file that is `now` like this still has the content it had when it was like `before`: size, both times and
 * inode are the same, and the file was not changed so shortly before `takenMs`, the clock just before it was first
 * looked at, that a later change could have left them so. (Git's "racy" entries:
 * Documentation/technical/racy-git.txt.) The change time counts, which no program can set; the modification time only
 * while it is near the first look, so that a file dated into the future is no burden.
 */
export function provesUnchanged(before: FileTimes & { readonly takenMs: number }, now: FileTimes): boolean {
  return (
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    now.ctimeMs === before.ctimeMs &&
    now.ino === before.ino &&
    !isRacy(before.mtimeMs, before.ctimeMs, before.takenMs)
  )
}

/** Whether a file with these times may change after `takenMs` and keep them. */
export function isRacy(mtimeMs: number, ctimeMs: number, takenMs: number): boolean {
  const grain = ctimeMs % 1000 === 0 && mtimeMs % 1000 === 0 ? COARSE_GRAIN_MS : FINE_GRAIN_MS
  if (ctimeMs >= takenMs - grain) return true
  return mtimeMs >= takenMs - grain && mtimeMs <= takenMs + grain
}
