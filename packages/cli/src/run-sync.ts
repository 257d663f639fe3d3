import type { ExtractorEntry } from '@pinakes/extract-free'
import { findKbRoot, loadManifest } from '@pinakes/manifest'
import type { SyncMode, SyncReport } from '@pinakes/sync'

/** The extraction backends of this installation. Text needs none. */
const EXTRACTORS: readonly ExtractorEntry[] = []

export interface RunSyncOptions {
  /** Anywhere inside the knowledge base; undefined is the current directory. */
  readonly path: string | undefined
  readonly mode: SyncMode
  readonly offline: boolean
  readonly forceUnlock: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number, path: string) => void
  readonly onNotice: (message: string) => void
}

/** Syncs the knowledge base with the models and extractors of this installation. Rejects as `syncKb` does. */
export async function runSync({ path, offline, ...options }: RunSyncOptions): Promise<SyncReport> {
  const root = findKbRoot(path ?? '.')
  const { syncKb } = await import('@pinakes/sync')
  return syncKb(root, {
    ...options,
    extractors: EXTRACTORS,
    loadEmbedder: async () => {
      const { loadEmbedder } = await import('@pinakes/embed')
      return loadEmbedder({ ...loadManifest(root).embedding, offline })
    },
  })
}
