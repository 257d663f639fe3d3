import type { DirectoryEntry } from './directory-listing.js'

/** What a walk found, sorted by what it is. Paths are keys: KB-relative, `/` between names, as on disk. */
export interface Selection {
  /** Files and links that a pattern takes and `exclude` leaves; of a link that leads nowhere the target is null. */
  readonly documents: ReadonlyMap<string, DirectoryEntry>
  /** Every `*.pnk.yaml` that is no directory, those included that lead outside the KB. */
  readonly sidecars: ReadonlyMap<string, DirectoryEntry>
  /** Files that a pattern takes and `exclude` hides. */
  readonly excluded: ReadonlySet<string>
  /** Files that no pattern takes. */
  readonly unmatched: readonly UnmatchedFile[]
  /** Everything that is there and is no document. */
  readonly present: ReadonlySet<string>
  readonly problems: WalkProblems
  /** Whether the walk left the real directories of the roots, through a link or a `..`. */
  readonly leftRoots: boolean
}

/** A file below a source root that no pattern takes. */
export interface UnmatchedFile {
  readonly key: string
  /** The source root it was first reached from, and the path below it. */
  readonly source: string
  readonly relative: string
  /** False for sockets, pipes, devices and links that lead nowhere or outside the KB: those are not opened. */
  readonly isFile: boolean
}

/** What a walk could not take; keys, each list without repeats. */
export interface WalkProblems {
  readonly missingRoots: readonly string[]
  /** Directories that could not be read, or vanished before they were. */
  readonly unreadable: readonly { readonly key: string; readonly reason: string }[]
  /** Names a pattern would take that are not UTF-8; the bytes are escaped. */
  readonly undecodable: readonly string[]
  /** Files and sidecars that were listed and gone a moment later. */
  readonly vanished: readonly string[]
  /** Symbolic links to directories that no pattern follows. */
  readonly linkedDirectories: readonly string[]
  /** Symbolic links that lead nowhere, or in a circle. */
  readonly danglingLinks: readonly string[]
  /** Symbolic links to files outside the KB that a pattern takes. */
  readonly outsideLinks: readonly string[]
  /** Sockets, devices and pipes that a pattern takes. */
  readonly specialFiles: readonly string[]
  /** Patterns that lead out of the KB, with the link at which they do. */
  readonly escapes: readonly { readonly pattern: string; readonly key: string }[]
  /** Documents that a followed link shows under a second name. */
  readonly aliases: readonly string[]
}
