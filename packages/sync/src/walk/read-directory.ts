import { isUtf8 } from 'node:buffer'
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '@pinakes/manifest'

/** A name in a directory with what `lstat` says of it. */
export interface DirectoryEntry {
  readonly name: string
  readonly stats: Stats
  /** For a symbolic link, what it leads to; null if that is nothing. For everything else, `stats`. */
  readonly target: Stats | null
}

/** A name whose bytes are not valid UTF-8, so that no path can spell it. */
export interface UndecodableName {
  /** With U+FFFD for what cannot be decoded: good for matching patterns, not for opening. */
  readonly lossy: string
  /** With `\xhh` for every byte above ASCII. */
  readonly escaped: string
  readonly isDirectory: boolean
}

/** A directory as it was found. */
export interface DirectoryListing {
  readonly entries: readonly DirectoryEntry[]
  readonly undecodable: readonly UndecodableName[]
  /** Names that were listed and gone a moment later. */
  readonly vanished: readonly string[]
}

/** What Node puts in place of bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The entries of a directory: one `readdir`, one `lstat` each, and a `stat` per symbolic link. Synchronous, since a
 * promise per file costs more than the call itself. Throws the file system's error if the directory cannot be read or
 * may not be looked into.
 */
export function readDirectory(path: string): DirectoryListing {
  const entries: DirectoryEntry[] = []
  const vanished: string[] = []
  const names = readdirSync(path)
  const undecodable = names.some((name) => name.includes(REPLACEMENT)) ? undecodableNames(path) : []
  const unusable = new Set(undecodable.map(({ lossy }) => lossy))
  for (const name of names) {
    if (unusable.has(name)) continue
    const entry = readEntry(`${path}/${name}`, name)
    if (entry === null) vanished.push(name)
    else entries.push(entry)
  }
  return { entries, undecodable, vanished }
}

function readEntry(path: string, name: string): DirectoryEntry | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return { name, stats, target: stats.isSymbolicLink() ? targetOf(path) : stats }
}

function targetOf(link: string): Stats | null {
  try {
    return statSync(link, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    // A circle of links, a way through a file, a forbidden or overlong way: what is behind it cannot be reached.
    if (systemErrorCode(error) === undefined) throw error
    return null
  }
}

function undecodableNames(path: string): UndecodableName[] {
  return readdirSync(path, { encoding: 'buffer' })
    .filter((name) => !isUtf8(name))
    .map((name) => ({
      lossy: name.toString('utf8'),
      escaped: escapeBytes(name),
      isDirectory: isDirectory(Buffer.concat([Buffer.from(`${path}/`), name])),
    }))
}

function isDirectory(path: Buffer): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function escapeBytes(name: Buffer): string {
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`))
    .join('')
}

/** The key of `name` in the directory of that key; the KB root has the empty key. */
export function childKey(key: string, name: string): string {
  return key === '' ? name : `${key}/${name}`
}

/** The path of a key below the KB root. */
export function pathOfKey(root: string, key: string): string {
  return key === '' ? root : join(root, key)
}
