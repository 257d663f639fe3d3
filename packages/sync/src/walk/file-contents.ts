import type { FileStamp } from '@pinakes/index'
import { type FileStat, provesUnchanged } from '@pinakes/manifest'

/** Bytes that a run keeps for later at most. */
const MOST_BYTES = 64 * 1024 * 1024

/** A file's bytes with the stamp that was taken when they were read. */
export interface KeptContent {
  readonly bytes: Uint8Array
  readonly stamp: FileStamp
}

/**
 * The bytes of files that were read to be hashed, so that those which turn out to be new need not be read twice. Bounded
 * in memory: what does not fit is read again.
 */
export class FileContents {
  readonly #kept = new Map<string, KeptContent>()
  #room = MOST_BYTES

  keep(bytes: Uint8Array, stamp: FileStamp): void {
    if (bytes.length > this.#room) return
    this.#room -= bytes.length
    this.#kept.set(stamp.path, { bytes, stamp })
  }

  /** The kept bytes of `key` if `now` proves that the file is as it was, else null. Either way they are let go. */
  take(key: string, now: FileStat): KeptContent | null {
    const kept = this.#kept.get(key)
    if (kept === undefined) return null
    this.#kept.delete(key)
    this.#room += kept.bytes.length
    return provesUnchanged(kept.stamp, now) ? kept : null
  }
}
