import type { DocUlid } from '@pinakes/manifest'
import type { BrokenSidecar, KnownDocument, SeenFile, SeenSidecar } from './picture.js'

/**
 * Why a document is treated as it is; the numbers are those of the rows in `test/decision-table.test.ts`.
 *
 * | reason | rows |
 * |---|---|
 * | `unchanged` | 1 and 11: content, path and metadata stand |
 * | `sidecar-changed` | 2 |
 * | `content-changed` | 3 |
 * | `revived` | 4: the row was deleted, the file is back |
 * | `adopted` | 5, 6 and 7: a sidecar brought the identity here |
 * | `renamed` | 8, and a path equal but for Unicode form or case |
 * | `new` | 12, and the path that row 6 leaves without an identity |
 */
export type PairingReason =
  | 'unchanged'
  | 'sidecar-changed'
  | 'content-changed'
  | 'revived'
  | 'adopted'
  | 'renamed'
  | 'new'

/**
 * What is to be done with the index row: nothing (`skip`), re-read its sidecar (`refresh`), give it another path
 * (`move`, and re-read its sidecar), or read, chunk and embed the file (`embed`).
 */
export type IndexTask = 'skip' | 'refresh' | 'move' | 'embed'

/**
 * What the document lacks beside it: nothing, a sidecar with a fresh id, with its old id, or its own from elsewhere; or
 * one that has to `wait`, since its own may be among those that cannot be read now, and no id may stand in two.
 */
export type SidecarTask =
  | { readonly kind: 'none' }
  | { readonly kind: 'write' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'wait'; readonly unread: readonly string[] }
  | { readonly kind: 'move'; readonly from: string }

/** The fate of one walked file. */
export interface DocumentAction {
  readonly task: IndexTask
  readonly reason: PairingReason
  /** Null: an id is to be minted. */
  readonly id: DocUlid | null
  readonly file: SeenFile
  /** The readable sidecar beside the file. */
  readonly sidecar: SeenSidecar | null
  /** The row of that id, deleted ones included. */
  readonly row: KnownDocument | null
  readonly sidecarTask: SidecarTask
}

/** An unreadable sidecar beside a walked file: a failure; `row` is what stays in the index, if anything does. */
export interface BlockedDocument {
  readonly path: string
  readonly sidecar: BrokenSidecar
  readonly row: KnownDocument | null
}

/** Rows whose files are gone and that stay all the same: the files may be at `unread`, which nobody could read. */
export interface KeptDocuments {
  readonly rows: readonly KnownDocument[]
  /** Keys of directories and of new files. */
  readonly unread: readonly string[]
}

/** A new file that may be the document `row`, moved from where nobody can look now: a failure, and nothing is done. */
export interface WaitingFile {
  readonly path: string
  readonly row: KnownDocument
}

/** Content that vanished and turned up in a way that allows more than one reading (row 9). */
export interface Ambiguity {
  readonly vanished: readonly string[]
  readonly appeared: readonly string[]
}

/** One id in several sidecars (row 0). */
export interface DuplicateId {
  readonly id: DocUlid
  readonly sidecars: readonly string[]
}

/** What a sync has to do. Every list is in code-point order of paths, whatever the order of the picture. */
export interface Plan {
  readonly actions: readonly DocumentAction[]
  readonly blocked: readonly BlockedDocument[]
  readonly waiting: readonly WaitingFile[]
  /** Rows to be soft-deleted. */
  readonly deleted: readonly KnownDocument[]
  readonly kept: KeptDocuments
  /** Rows that nobody may judge this time (row 14, and files that could not be read). */
  readonly untouched: readonly KnownDocument[]
  /** Rows of unreadable files that a sidecar has brought to another path: the path changes, nothing else. */
  readonly relocated: readonly { readonly row: KnownDocument; readonly path: string }[]
  readonly ambiguous: readonly Ambiguity[]
  /** Sidecars whose document file is missing, those about to be moved to it excepted. */
  readonly orphaned: readonly string[]
}

/** A plan, or the fault for which none may be made. */
export type Pairing =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'duplicate-ids'; readonly duplicates: readonly DuplicateId[] }
