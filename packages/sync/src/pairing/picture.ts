import type { SourceType } from '@pinakes/extract-free'
import type { DocumentState } from '@pinakes/index'
import type { DocUlid } from '@pinakes/manifest'
import { isAtOrBelowKey } from '../walk/unknown-places.js'

/** A document as the index remembers it. */
export interface KnownDocument {
  readonly id: DocUlid
  readonly path: string
  readonly contentHash: string
  readonly sidecarHash: string | null
  readonly sourceType: SourceType
  readonly state: DocumentState
  readonly extractionBackend: string | null
}

/** A file that the manifest's patterns take. */
export interface SeenFile {
  readonly path: string
  /** `sha256:…` of its bytes; null if the file is there but could not be read. */
  readonly hash: string | null
  /** Bytes; 0 for a link that leads nowhere, null if nobody could tell. */
  readonly size: number | null
}

/** A sidecar that could be read. */
export interface SeenSidecar {
  readonly path: string
  readonly id: DocUlid
  readonly hash: string
}

/** A sidecar that is there and could not be read: it may hold an identity, so nothing takes its place. */
export interface BrokenSidecar {
  readonly path: string
  /** Why, as `<Kind>: <message>`. */
  readonly error: string
  readonly remedy: string
}

/** What was (the index) and what is (the tree); all that pairing looks at. */
export interface Picture {
  readonly known: readonly KnownDocument[]
  readonly files: readonly SeenFile[]
  readonly sidecars: readonly SeenSidecar[]
  readonly broken: readonly BrokenSidecar[]
  /** Files that exist below the roots though no pattern takes them, or `exclude` hides them. */
  readonly present: ReadonlySet<string>
  /** Keys of directories that nobody could look into: unreadable ones, and missing roots that hold documents. */
  readonly unknown: readonly string[]
}

/** Whether nobody could look at `path`. */
export function isUnknown({ unknown }: Pick<Picture, 'unknown'>, path: string): boolean {
  return unknown.some((place) => isAtOrBelowKey(place, path))
}
