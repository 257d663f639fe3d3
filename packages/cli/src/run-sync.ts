import { findKbRoot } from '@pinakes/manifest'
import type { SyncMode, SyncReport } from '@pinakes/sync'

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

/** Syncs the knowledge base with the models and extractors of this installation. */
export async function runSync({ path, offline, ...options }: RunSyncOptions): Promise<SyncReport> {
  const { syncKb } = await import('@pinakes/sync')
  return syncKb(findKbRoot(path ?? '.'), {
    ...options,
    extractors: [],
    loadEmbedder: async () => {
      throw new Error('not wired')
    },
  })
}
