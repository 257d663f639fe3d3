import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStamp } from '@pinakes/index'
import { contentHash, hashFile, leadsInside, provesUnchanged, systemErrorCode } from '@pinakes/manifest'
import type { DocumentView } from './contracts.js'

/** A document whose file is to be compared with the index. */
export interface IndexedFile {
  /** KB-relative. */
  readonly path: string
  /** `sha256:…` of the bytes that were chunked. */
  readonly contentHash: string
}

/** Up to here a file is read at once: a stream costs more to set up than such a file to read. */
const SMALL_BYTES = 1 << 20

/** How a file is no longer what was indexed: other bytes or none that can be read, or not there any more. */
export type FileChange = 'changed' | 'gone'

/** What is said of a document whose file is as `change` says; undefined: as it was indexed. */
export function changeState(
  change: FileChange | undefined,
): Pick<DocumentView, 'changedSinceIndex' | 'fileIsGone'> {
  return { changedSinceIndex: change !== undefined, ...(change === 'gone' ? { fileIsGone: true } : {}) }
}

/** What it means that a file could not be read. */
export function changeOf(error: unknown): FileChange {
  return ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '') ? 'gone' : 'changed'
}

/**
 * The paths whose files are no longer what was indexed, or are gone or unreadable, and which of it. A file whose size, times and inode
 * are those of its stamp is not read; every other one is hashed, unless its size alone tells. What leads out of the KB
 * `root` is not what was indexed, and is not read.
 */
export async function changedPaths(
  root: string,
  files: readonly IndexedFile[],
  stamps: ReadonlyMap<string, FileStamp>,
): Promise<ReadonlyMap<string, FileChange>> {
  const changed = new Map<string, FileChange>()
  for (const file of new Map(files.map((one) => [one.path, one])).values()) {
    const change = await fileChange(root, file, stamps.get(file.path))
    if (change !== null) changed.set(file.path, change)
  }
  return changed
}

async function fileChange(
  root: string,
  file: IndexedFile,
  stamp: FileStamp | undefined,
): Promise<FileChange | null> {
  const path = join(root, file.path)
  const hash = file.contentHash
  try {
    const now = lstatSync(path)
    // A link's own stamp says nothing of its target.
    if (stamp !== undefined && now.isFile()) {
      if (provesUnchanged(stamp, now)) return stamp.hash === hash ? null : 'changed'
      if (stamp.hash === hash && stamp.size !== now.size) return 'changed'
    }
    if (!leadsInside(root, path)) return 'changed'
    // A named pipe would be waited at for ever.
    const target = now.isSymbolicLink() ? statSync(path) : now
    return target.isFile() && (await hashOf(path, target)) === hash ? null : 'changed'
  } catch (error) {
    // Gone, unreadable or no file any more: in each case the passage can no longer be checked against its source.
    return changeOf(error)
  }
}

async function hashOf(path: string, now: Stats): Promise<string> {
  return now.size <= SMALL_BYTES ? contentHash(readFileSync(path)) : hashFile(path)
}
