import type { Embedder, ProviderRegistry } from '@pinakes/embed'
import type { ExtractorEntry } from '@pinakes/extract-free'
import type { EdgeKind, EntityExtractor, LinkScan } from '@pinakes/graph'
import type { FailureRow, IndexWriter } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'

/** What a sync does: everything, a new index beside the old one, sidecars alone, or the index alone. */
export type SyncMode = 'full' | 'rebuild' | 'sidecars-only' | 'index-only'

/** What a derivation sees: the index after the document loop, still open and under the lock. */
export interface DerivationInput {
  /** The resolved KB root. */
  readonly root: string
  readonly manifest: Manifest
  readonly writer: IndexWriter
}

/** Something of the caller's that is derived from the documents as a whole. */
export interface Derivation {
  /** Asked when no document changed, before the index is opened; without it, it is not due then. */
  isDue?(root: string): boolean
  /** Runs after the last document. What it throws ends the sync; committed documents stay. */
  run(input: DerivationInput): Promise<void>
}

/** Which documents a run is about, by KB-relative paths. */
export interface DocumentScope {
  readonly added: ReadonlySet<string>
  /** By new path: the old one of a document that is known to have moved. */
  readonly movedFrom: ReadonlyMap<string, string>
}

/** How a sync runs and what it is handed; `loadEmbedder` and `extractors` are the caller's. */
export interface SyncOptions {
  /** Default `full`. */
  readonly mode?: SyncMode
  /**
   * Called at most once, only when a document is embedded, or names for `graph_channel = "ppr"`: a run with nothing to do
   * loads no model. The sync closes it.
   */
  readonly loadEmbedder: () => Promise<Embedder>
  /** Extraction backends the caller offers; the manifest names one of them. */
  readonly extractors: readonly ExtractorEntry[]
  /** The extraction backend of this run, by name or alias. Default: the manifest's. */
  readonly extraction?: string
  /** With the mode `sidecars-only`: no other document gets a sidecar, or counts as failed. Default: every document. */
  readonly scope?: DocumentScope
  /** The model providers, for the provider's own name. Default: those that `@pinakes/embed` brings. */
  readonly providers?: ProviderRegistry
  /** Read the sidecars of every linked KB, those too that were read within the hour. Default false. */
  readonly scanLinks?: boolean
  /**
   * Finds names in texts, for edges between the chunks that mention one. Texts are read once. Without it what an earlier
   * sync found stays, and texts that are new since are not read.
   */
  readonly entities?: EntityExtractor
  /** Run one after the other when documents changed, and when due. */
  readonly derivations?: readonly Derivation[]
  readonly forceUnlock?: boolean
  readonly onProgress?: (done: number, total: number, path: string) => void
  /** Said at once, even when quiet: a reclaimed lock, for one. */
  readonly onNotice?: (message: string) => void
  /** Finishes or rolls back the current document, releases the lock, then rejects. */
  readonly signal?: AbortSignal
  /** How long to wait for a lock that another sync holds, ms. Default 0. */
  readonly lockWaitMs?: number
}

/** Files that a sync left alone, and why. */
export interface SkippedFiles {
  readonly reason: string
  readonly paths: readonly string[]
}

/** The edges between documents and their parts, as they were derived anew. */
export interface GraphReport {
  /** How many there are of each kind; all kinds are there. Authored ones are links, and not stored again. */
  readonly kinds: Readonly<Record<EdgeKind, number>>
  readonly stored: number
  readonly elapsedMs: number
}

/** What a sync did. Counts of documents; every path is KB-relative. */
export interface SyncReport {
  readonly outcome: 'ok' | 'failed' | 'busy'
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  readonly refreshed: readonly string[]
  readonly deleted: readonly string[]
  readonly unchanged: number
  readonly failed: readonly FailureRow[]
  readonly skipped: readonly SkippedFiles[]
  readonly sidecars: {
    readonly written: readonly string[]
    readonly restored: readonly string[]
    readonly moved: readonly string[]
    readonly orphaned: readonly string[]
  }
  readonly ambiguous: readonly string[]
  readonly likelyMoved: readonly {
    readonly id: string
    readonly from: string
    readonly candidates: readonly string[]
  }[]
  readonly chunkingDrift: readonly {
    readonly key: string
    readonly recorded: string
    readonly wanted: string
  }[]
  /** What the linked KBs say of this one, as far as they were read in this run. */
  readonly linkScan: Omit<LinkScan, 'nextDueMs'>
  readonly hints: readonly string[]
  /** Null when the edges did not have to be derived. */
  readonly graph: GraphReport | null
  readonly elapsedMs: number
}
