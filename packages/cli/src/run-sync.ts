import type { ExtractorEntry } from '@pinakes/extract-free'
import type { EntityExtractor } from '@pinakes/graph'
import { loadManifest } from '@pinakes/manifest'
import type { DocumentScope, SyncMode, SyncReport } from '@pinakes/sync'

/** The extraction backends of this installation. Text needs none. */
export const EXTRACTORS: readonly ExtractorEntry[] = []

export interface RunSyncOptions {
  readonly mode: SyncMode
  /** The extraction backend of this run; undefined is the manifest's. */
  readonly extraction: string | undefined
  readonly scope: DocumentScope | undefined
  /** Whether to read every linked KB. Default false: those whose time has come. */
  readonly scanLinks?: boolean
  /** Whether to look for names in texts. Default false. */
  readonly ner?: boolean
  readonly lockWaitMs: number
  readonly offline: boolean
  readonly forceUnlock: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number, path: string) => void
  readonly onNotice: (message: string) => void
}

/** Syncs the knowledge base at `root` with the models and extractors of this installation. Rejects as `syncKb` does. */
export async function runSync(
  root: string,
  { offline, extraction, scope, ner = false, ...options }: RunSyncOptions,
): Promise<SyncReport> {
  const entities = ner ? await loadNames() : undefined
  const { syncKb } = await import('@pinakes/sync')
  return syncKb(root, {
    ...options,
    ...(extraction === undefined ? {} : { extraction }),
    ...(scope === undefined ? {} : { scope }),
    ...(entities === undefined ? {} : { entities }),
    extractors: EXTRACTORS,
    loadEmbedder: async () => {
      const { loadEmbedder } = await import('@pinakes/embed')
      return loadEmbedder({ ...loadManifest(root).embedding, offline })
    },
  })
}

async function loadNames(): Promise<EntityExtractor> {
  const { loadEntities } = await import('./ner/load-entities.js')
  return loadEntities()
}
