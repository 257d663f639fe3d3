import type { ChunkingSettings } from '../contracts.js'

/** A chunking key whose recorded value is not the manifest's. */
export interface ChunkingChange {
  /** Meta key: `chunking_max_tokens`, … */
  readonly key: string
  readonly recorded: string
  readonly current: string
}

/** The four `chunking_*` meta entries; to be written only by a run that chunked the whole index from empty. */
export function chunkingIdentity(settings: ChunkingSettings): Record<string, string> {
  return {
    chunking_headings: settings.headings,
    chunking_max_tokens: String(settings.maxTokens),
    chunking_metadata: settings.metadata,
    chunking_overlap: String(settings.overlap),
  }
}

/**
 * The keys recorded with another value than `settings` has, sorted by key; empty if none drifted.
 * An absent key is unknown and no drift, but an absent `chunking_metadata` means `off`.
 */
export function chunkingDrift(
  meta: ReadonlyMap<string, string>,
  settings: ChunkingSettings,
): ChunkingChange[] {
  return Object.entries(chunkingIdentity(settings)).flatMap(([key, current]) => {
    const recorded = meta.get(key) ?? (key === 'chunking_metadata' ? 'off' : current)
    return recorded === current ? [] : [{ key, recorded, current }]
  })
}
