import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { systemErrorCode, temporaryName } from '@pinakes/manifest'

/** What systems answer that know no such link, or allow this user none: FAT, some shares, Windows. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'EXDEV', 'UNKNOWN', 'EACCES'])

export interface SnapshotPlace {
  /** The model's folder in the cache. */
  readonly repo: string
  readonly commit: string
  readonly path: string
  /** The blob's name. */
  readonly hash: string
  /** False: a file of its own, not a symbolic link. */
  readonly symbolicLinks: boolean
}

/**
 * Makes `snapshots/<commit>/<path>` stand for `blobs/<hash>`: a relative symbolic link as Python's library makes it;
 * where there are none, a hard link, and where there are none either, a copy. What is there is replaced at once.
 */
export function placeInSnapshot({ repo, commit, path, hash, symbolicLinks }: SnapshotPlace): void {
  const blob = join(repo, 'blobs', hash)
  const place = join(repo, 'snapshots', commit, ...path.split('/'))
  const target = relative(dirname(place), blob)
  if (symbolicLinks && linksTo(place, target)) return
  mkdirSync(dirname(place), { recursive: true })
  const temporary = join(dirname(place), temporaryName(place))
  try {
    const isLinked =
      (symbolicLinks && linked(() => symlinkSync(target, temporary))) ||
      linked(() => linkSync(blob, temporary))
    if (!isLinked) copyFileSync(blob, temporary, constants.COPYFILE_FICLONE)
    renameSync(temporary, place)
  } finally {
    // Renaming one hard link over another of the same file leaves both in place.
    rmSync(temporary, { force: true })
  }
}

function linksTo(place: string, target: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false })
  return found?.isSymbolicLink() === true && readlinkSync(place) === target
}

function linked(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (NO_LINKS.has(systemErrorCode(error) ?? '')) return false
    throw error
  }
}
