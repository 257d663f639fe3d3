import { constants } from 'node:fs'

const { S_IFMT, S_IFREG, S_IFDIR, S_IFLNK } = constants

/**
 * What of `Stats` a walk needs. Its own class because a tree keeps one per file, and `Stats` carries four dates that
 * make ten thousand of them cost more than reading them did.
 */
export class FileStat {
  constructor(
    readonly mode: number,
    readonly size: number,
    /** Milliseconds with their fraction. */
    readonly mtimeMs: number,
    readonly ctimeMs: number,
    readonly ino: number,
  ) {}

  isFile(): boolean {
    return (this.mode & S_IFMT) === S_IFREG
  }

  isDirectory(): boolean {
    return isDirectoryMode(this.mode)
  }

  isSymbolicLink(): boolean {
    return isLinkMode(this.mode)
  }
}

/** Whether a file of that mode is a directory. */
export function isDirectoryMode(mode: number): boolean {
  return (mode & S_IFMT) === S_IFDIR
}

/** Whether a file of that mode is a symbolic link. */
export function isLinkMode(mode: number): boolean {
  return (mode & S_IFMT) === S_IFLNK
}
