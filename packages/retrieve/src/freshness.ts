import { lstatSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '@pinakes/index'
import { contentHash, hashFile, leadsInside, provesUnchanged } from '@pinakes/manifest'

/** A document whose file is to be compared with the index. */
export interface IndexedFile {
  /** KB-relative. */
  readonly path: string
  /** `sha256:…` of the bytes that were chunked. */
  readonly contentHash: string
}

/** Up to here a file is read at once: a stream costs more to set up than such a file to read. */
const SMALL_BYTES = 1 << 20

/**
 * The paths whose files are no longer what was indexed, or are gone or unreadable. A file whose size, times and inode
 * are those of its stamp is not read; every other one is hashed, unless its size alone tells. What leads out of the KB
 * `root` is not what was indexed, and is not read.
 */
export async function changedPaths(
  root: string,
  files: readonly IndexedFile[],
  stamps: ReadonlyMap<string, FileStamp>,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  for (const file of new Map(files.map((one) => [one.path, one])).values()) {
    if (await isChanged(root, file, stamps.get(file.path))) changed.add(file.path)
  }
  return changed
}

async function isChanged(root: string, file: IndexedFile, stamp: FileStamp | undefined): Promise<boolean> {
  const path = join(root, file.path)
  const hash = file.contentHash
  try {
    const now = lstatSync(path)
    // A link's own stamp says nothing of its target.
    if (stamp !== undefined && now.isFile()) {
      if (provesUnchanged(stamp, now)) return stamp.hash !== hash
      if (stamp.hash === hash && stamp.size !== now.size) return true
    }
    return !leadsInside(root, path) || (await hashOf(path, now)) !== hash
  } catch {
    // Gone, unreadable or no file any more: in each case the passage can no longer be checked against its source.
    return true
  }
}

async function hashOf(path: string, now: Stats): Promise<string> {
  return now.isFile() && now.size <= SMALL_BYTES ? contentHash(readFileSync(path)) : hashFile(path)
}
