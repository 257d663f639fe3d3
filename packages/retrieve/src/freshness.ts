import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStamp } from '@pinakes/index'
import { hashFile } from '@pinakes/manifest'

/** A document whose file is to be compared with the index. */
export interface IndexedFile {
  /** KB-relative. */
  readonly path: string
  /** `sha256:…` of the bytes that were chunked. */
  readonly contentHash: string
}

/**
 * A clock may be as coarse as two seconds (FAT), so a change that followed a stamp within that time can carry the
 * stamped times. Such a stamp costs one hash.
 */
const RACY_MS = 2000

/** Files compared at a time: enough to hide latency, few enough for any limit on open files. */
const CONCURRENCY = 16

/**
 * The paths whose files are no longer what was indexed, or are gone or unreadable. A file whose size, times and inode
 * are those of its stamp is not read; every other one is hashed.
 */
export async function changedPaths(
  root: string,
  files: readonly IndexedFile[],
  stamps: ReadonlyMap<string, FileStamp>,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  const pending = [...new Map(files.map((file) => [file.path, file])).values()]
  const worker = async () => {
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (await isChanged(root, file, stamps.get(file.path))) changed.add(file.path)
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, pending.length) }, worker))
  return changed
}

async function isChanged(root: string, file: IndexedFile, stamp: FileStamp | undefined): Promise<boolean> {
  const path = join(root, file.path)
  try {
    if (stamp !== undefined && (await isAsStamped(path, stamp))) return stamp.hash !== file.contentHash
    return (await hashFile(path)) !== file.contentHash
  } catch {
    // Gone, unreadable or no file any more: in each case the passage can no longer be checked against its source.
    return true
  }
}

/**
 * A stamp proves nothing of a symbolic link (its target changes without it), nor of a file written in the same
 * instant in which it was stamped (git's "racy" entries).
 */
async function isAsStamped(path: string, stamp: FileStamp): Promise<boolean> {
  const now = await lstat(path)
  return (
    now.isFile() &&
    now.size === stamp.size &&
    now.mtimeMs === stamp.mtimeMs &&
    now.ctimeMs === stamp.ctimeMs &&
    now.ino === stamp.ino &&
    Math.max(now.mtimeMs, now.ctimeMs) + RACY_MS <= stamp.takenMs
  )
}
