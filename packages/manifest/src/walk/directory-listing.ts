import { FileStat } from './file-stat.js'

/** A name in a directory with what `lstat` says of it. */
export interface DirectoryEntry {
  readonly name: string
  readonly stats: FileStat
  /** For a symbolic link, what it leads to; null if that is nothing. For everything else, `stats`. */
  readonly target: FileStat | null
  /** True for a symbolic link to a file outside the KB: that file is never opened. */
  readonly leadsOutside?: boolean
}

/** A name whose bytes are not valid UTF-8, so that no path can spell it. */
export interface UndecodableName {
  /** With U+FFFD for what cannot be decoded: good for matching patterns, not for opening. */
  readonly lossy: string
  /** With `\xhh` for every byte above ASCII. */
  readonly escaped: string
  readonly isDirectory: boolean
}

/** Numbers that {@link DirectoryListing} keeps per entry. */
export const VALUES_PER_ENTRY = 5

/**
 * A directory as it was found. What `lstat` said is kept as plain numbers: most runs compare them and look no
 * further, so the entries are made when somebody asks for them.
 */
export class DirectoryListing {
  #entries: readonly DirectoryEntry[] | null = null

  constructor(
    readonly names: readonly string[],
    /** `mode, size, mtimeMs, ctimeMs, ino` of each name in turn. */
    readonly values: readonly number[],
    /** By index of the name: what a symbolic link leads to, or null. */
    readonly targets: ReadonlyMap<number, FileStat | null>,
    readonly undecodable: readonly UndecodableName[],
    /** Names that were listed and gone a moment later. */
    readonly vanished: readonly string[],
  ) {}

  get entries(): readonly DirectoryEntry[] {
    this.#entries ??= this.names.map((name, i) => {
      const stats = this.#statAt(i)
      const target = this.targets.get(i)
      return { name, stats, target: target === undefined ? stats : target }
    })
    return this.#entries
  }

  #statAt(index: number): FileStat {
    const at = index * VALUES_PER_ENTRY
    const [mode = 0, size = 0, mtimeMs = 0, ctimeMs = 0, ino = 0] = this.values.slice(
      at,
      at + VALUES_PER_ENTRY,
    )
    return new FileStat(mode, size, mtimeMs, ctimeMs, ino)
  }
}
