import type { DocUlid, KbUlid } from '@pinakes/manifest'

/** JSON as it is stored in the index: integers keep all of their digits, so numbers may be bigint. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A link that a document holds. */
export interface SidecarLink {
  /** Resolved against the KB that owns the file; never `self`. */
  readonly to: { readonly kb: KbUlid; readonly doc: DocUlid }
  readonly rel: string
}

/** `provenance.extraction`, present only when backend, fingerprint and content_hash are all strings. */
export interface ExtractionRecord {
  readonly backend: string
  readonly fingerprint: string
  readonly extracted: string | null
  readonly contentHash: string
}

/** A readable sidecar. */
export interface Sidecar {
  readonly id: DocUlid
  readonly title: string | null
  readonly created: string | null
  readonly tags: readonly string[]
  readonly links: readonly SidecarLink[]
  readonly extraction: ExtractionRecord | null
  /** `tags`, `provenance` and the user's own keys, as JSON text with sorted keys: the index's `documents.metadata`. */
  readonly metadataJson: string
  /** What the index could keep only as null; for `doctor`. */
  readonly warnings?: readonly SidecarWarning[]
}

/** A value that reads without an error but becomes null in `metadataJson`. */
export interface SidecarWarning {
  /** An infinity or NaN; an alias inside of the node it names. */
  readonly kind: 'non-finite' | 'self-reference'
  /** Path of keys and zero-based indices: `shelf.rows[2]`. */
  readonly where: string
  /** One-based; the column counts code points. */
  readonly line: number
  readonly column: number
}

/** A sidecar as it lies on disk. */
export interface SidecarFile {
  readonly path: string
  readonly sidecar: Sidecar
  /** `sha256:<64 hex>` of the raw bytes. */
  readonly hash: string
  readonly bytes: Uint8Array
}

/** The content of a sidecar that is to be written. */
export interface NewSidecar {
  readonly id: DocUlid
  readonly title: string | null
  /** KB timestamp. */
  readonly created: string
  readonly tags?: readonly string[]
  readonly links?: readonly { readonly to: string; readonly rel: string }[]
  readonly provenance?: { readonly [key: string]: JsonValue }
  /** Keys beyond the known ones; written after them, sorted. */
  readonly extra?: { readonly [key: string]: JsonValue }
}

/** One change to a sidecar; everything it does not name keeps its bytes. */
export type SidecarEdit =
  /** Appends the link unless the file has the same one. */
  | { readonly kind: 'add-link'; readonly to: string; readonly rel: string }
  /** Removes every link with this target and relation. */
  | { readonly kind: 'remove-link'; readonly to: string; readonly rel: string }
  /** Reconciles the list of links: `rel` edits in place, leftovers removed, new ones appended. */
  | { readonly kind: 'set-links'; readonly links: readonly { readonly to: string; readonly rel: string }[] }
  | { readonly kind: 'set-tags'; readonly tags: readonly string[] }
  | {
      readonly kind: 'set-extraction'
      readonly record: {
        readonly backend: string
        readonly fingerprint: string
        readonly extracted: string
        readonly contentHash: string
      }
    }
  | { readonly kind: 'clear-extraction' }
  /** Adds a top-level key that the file does not have; a key that is there, even without a value, stays as it is. */
  | { readonly kind: 'add-key'; readonly key: string; readonly value: JsonValue }
