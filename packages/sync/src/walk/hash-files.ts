import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { FileStamp } from '@pinakes/index'
import {
  contentHash,
  type DirectoryEntry,
  type FileStat,
  hashFile,
  pathOfKey,
  provesUnchanged,
  systemErrorCode,
} from '@pinakes/manifest'
import type { FileContents } from './file-contents.js'
import { stampOf } from './stamps.js'
import { LEADS_NOWHERE, LEADS_OUTSIDE, NOT_A_FILE, type Unread, unreadBy } from './unread.js'

/** A file with its hash, or with the reason why it has none. */
export type HashedFile =
  | { readonly key: string; readonly stats: FileStat; readonly hash: string }
  | { readonly key: string; readonly stats: FileStat | null; readonly hash: null; readonly unread: Unread }

export interface HashResult {
  readonly files: readonly HashedFile[]
  /** Stamps of the files that were read. */
  readonly fresh: readonly FileStamp[]
}

export interface HashOptions {
  readonly root: string
  readonly stamps: ReadonlyMap<string, FileStamp>
  /** The clock just before the tree was read, ms. */
  readonly takenMs: number
  readonly signal?: AbortSignal | undefined
  /** Where the bytes of small files go for later. */
  readonly contents?: FileContents
}

/** Up to here a file is read in one piece: a stream costs more than the reading. */
const WHOLE_READ_BYTES = 1 << 20
/** How long to read before others get a turn, ms: a signal waits no longer than this. */
const TURN_MS = 20

/**
 * The content hash of every entry: from its stamp where that proves that nothing changed, else by reading the file,
 * large ones as streams. A file that cannot be read has none, and the reason instead. Rejects only when aborted.
 */
export async function hashFiles(
  entries: ReadonlyMap<string, DirectoryEntry>,
  options: HashOptions,
): Promise<HashResult> {
  const files: HashedFile[] = []
  const fresh: FileStamp[] = []
  let turnEnds = performance.now() + TURN_MS
  for (const [key, { target, leadsOutside }] of entries) {
    const stamp = options.stamps.get(key)
    if (leadsOutside) {
      files.push(unhashed(key, target, LEADS_OUTSIDE).file)
      continue
    }
    if (target !== null && stamp !== undefined && provesUnchanged(stamp, target)) {
      files.push({ key, stats: target, hash: stamp.hash })
      continue
    }
    const hashed = await hashEntry(key, target, options)
    files.push(hashed.file)
    if (hashed.file.hash !== null) {
      const fresher = stampOf(key, hashed.file.stats, hashed.file.hash, options.takenMs)
      fresh.push(fresher)
      if (hashed.bytes !== null) options.contents?.keep(hashed.bytes, fresher)
    }
    if (performance.now() < turnEnds) continue
    await setImmediate()
    options.signal?.throwIfAborted()
    turnEnds = performance.now() + TURN_MS
  }
  return { files, fresh }
}

interface Hashed {
  readonly file: HashedFile
  /** The bytes, of a file that was read in one piece. */
  readonly bytes: Uint8Array | null
}

async function hashEntry(key: string, stats: FileStat | null, options: HashOptions): Promise<Hashed> {
  if (stats === null) return unhashed(key, stats, LEADS_NOWHERE)
  // Opening a pipe would wait for a writer.
  if (!stats.isFile()) return unhashed(key, stats, NOT_A_FILE)
  const { root, signal } = options
  const path = pathOfKey(root, key)
  try {
    if (stats.size > WHOLE_READ_BYTES) {
      const hash = await hashFile(path, signal ? { signal } : {})
      return { file: { key, stats, hash }, bytes: null }
    }
    const bytes = readFileSync(path)
    return { file: { key, stats, hash: contentHash(bytes) }, bytes }
  } catch (error) {
    signal?.throwIfAborted()
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    return unhashed(key, stats, unreadBy(code))
  }
}

function unhashed(key: string, stats: FileStat | null, unread: Unread): Hashed {
  return { file: { key, stats, hash: null, unread }, bytes: null }
}
