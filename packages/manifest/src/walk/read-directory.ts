import { isUtf8 } from 'node:buffer'
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { systemErrorCode } from '../file-system-error.js'
import { DirectoryListing, type UndecodableName } from './directory-listing.js'
import { FileStat, isLinkMode } from './file-stat.js'

/** What Node puts in place of bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The entries of a directory: one `readdir`, one `lstat` each, and a `stat` per symbolic link. Synchronous, since a
 * promise per file costs more than the call itself. Throws the file system's error if the directory cannot be read or
 * may not be looked into.
 */
export function readDirectory(path: string): DirectoryListing {
  const listed = readdirSync(path)
  const undecodable = listed.some((name) => name.includes(REPLACEMENT)) ? undecodableNames(path) : []
  const unusable = new Set(undecodable.map(({ lossy }) => lossy))
  const names: string[] = []
  const values: number[] = []
  const targets = new Map<number, FileStat | null>()
  const vanished: string[] = []
  for (const name of listed) {
    if (unusable.has(name)) continue
    const entryPath = `${path}/${name}`
    const stats = lstatSync(entryPath, MAY_BE_GONE)
    if (stats === undefined) {
      vanished.push(name)
      continue
    }
    const { mode, size, mtimeMs, ctimeMs, ino } = stats
    if (isLinkMode(mode)) targets.set(names.length, targetOf(entryPath))
    names.push(name)
    values.push(mode, size, mtimeMs, ctimeMs, ino)
  }
  return new DirectoryListing(names, values, targets, undecodable, vanished)
}

const MAY_BE_GONE = { throwIfNoEntry: false } as const

function targetOf(link: string): FileStat | null {
  try {
    const stats = statSync(link, MAY_BE_GONE)
    return stats === undefined ? null : fileStat(stats)
  } catch (error) {
    // A circle of links, a way through a file, a forbidden or overlong way: what is behind it cannot be reached.
    if (systemErrorCode(error) === undefined) throw error
    return null
  }
}

/** The part of `stats` that a walk keeps. */
export function fileStat({ mode, size, mtimeMs, ctimeMs, ino }: Stats): FileStat {
  return new FileStat(mode, size, mtimeMs, ctimeMs, ino)
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
  return lstatSync(path, MAY_BE_GONE)?.isDirectory() ?? false
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
  // No `join`: a key is normalised, and ten thousand of them make the difference felt.
  return key === '' ? root : `${root}/${key}`
}
