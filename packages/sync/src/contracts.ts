import type { Embedder } from '@pinakes/embed'
import type { ExtractorEntry } from '@pinakes/extract-free'
import type { FailureRow } from '@pinakes/index'

export type SyncMode = 'full' | 'rebuild' | 'sidecars-only' | 'index-only'

export interface SyncOptions {
  readonly mode?: SyncMode
  /** Called only when an action embeds, so that a run with nothing to do loads no model. */
  readonly loadEmbedder: () => Promise<Embedder>
  /** Extraction backends the caller offers; the manifest names one of them. */
  readonly extractors: readonly ExtractorEntry[]
  readonly forceUnlock?: boolean
  readonly onProgress?: (done: number, total: number, path: string) => void
  /** Said at once, even when quiet: a reclaimed lock, for one. */
  readonly onNotice?: (message: string) => void
  /** Finishes or rolls back the current document, releases the lock, then rejects. */
  readonly signal?: AbortSignal
}

export interface SkippedFiles {
  readonly reason: string
  readonly paths: readonly string[]
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
  readonly hints: readonly string[]
  readonly elapsedMs: number
}
