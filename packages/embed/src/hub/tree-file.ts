import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '@pinakes/manifest'
import type { HubFile } from './listing.js'

/** The format of `trees/<commit>.json`, as Python's `huggingface_hub` 2 writes and reads it. */
const FORMAT_VERSION = 1

interface TreeEntry {
  readonly size: number
  readonly blob_id: string
  readonly lfs_sha256?: string
  readonly lfs_size?: number
  readonly xet_hash?: string
}

/** What the cache recorded of a file when it was fetched. */
export interface RecordedFile {
  readonly bytes: number
  readonly hash: string
}

/**
 * The sizes and hashes of a commit's files by path, as the cache recorded them next to its snapshots; null if it did
 * not, or in another format.
 */
export function readTree(repo: string, commit: string): ReadonlyMap<string, RecordedFile> | null {
  try {
    const { format_version: version, files } = JSON.parse(readFileSync(treePath(repo, commit), 'utf8')) as {
      readonly format_version?: unknown
      readonly files: Readonly<Record<string, TreeEntry>>
    }
    if (version !== FORMAT_VERSION) return null
    return new Map(Object.entries(files).map(([path, entry]) => [path, recorded(entry)]))
  } catch {
    // No record, or one that cannot be read: the cache works without.
    return null
  }
}

function recorded(entry: TreeEntry): RecordedFile {
  return { bytes: entry.lfs_size ?? entry.size, hash: entry.lfs_sha256 ?? entry.blob_id }
}

/** Records a commit's complete list of files. */
export async function writeTree(repo: string, commit: string, files: readonly HubFile[]): Promise<void> {
  const path = treePath(repo, commit)
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const entries = sorted.map((file) => [file.path, entryOf(file)] as const)
  mkdirSync(dirname(path), { recursive: true })
  const record = { format_version: FORMAT_VERSION, files: Object.fromEntries(entries) }
  await writeFileAtomic(path, JSON.stringify(record, null, 1))
}

function entryOf({ bytes, hash, blobId, xetHash }: HubFile): TreeEntry {
  return {
    size: bytes,
    blob_id: blobId,
    ...(hash === blobId ? {} : { lfs_sha256: hash, lfs_size: bytes }),
    ...(xetHash === null ? {} : { xet_hash: xetHash }),
  }
}

/** Where the list of a commit's files stands. */
export function treePath(repo: string, commit: string): string {
  return join(repo, 'trees', `${commit}.json`)
}
