import { type EntityExtractor, entityKey } from '@pinakes/graph'
import type { IndexWriter } from '@pinakes/index'

/** Texts read between two commits, and between two looks at the signal. */
const BATCH = 256

/**
 * Lets `extractor` read the texts that it has not read, and keeps what it found; what other models found, and what no
 * chunk has any more, is forgotten. Ends with the signal's reason; what was read so far stays.
 */
export function readEntities(writer: IndexWriter, extractor: EntityExtractor, signal?: AbortSignal): void {
  const store = writer.entities()
  const { model } = extractor
  store.prune(model)
  let found = new Map<string, string[]>()
  for (const { contentSha256, text } of store.unread(model)) {
    if (found.size === 0) signal?.throwIfAborted()
    found.set(contentSha256, keysIn(extractor, text))
    if (found.size < BATCH) continue
    store.put(model, found)
    found = new Map()
  }
  store.put(model, found)
}

function keysIn(extractor: EntityExtractor, text: string): string[] {
  return extractor.extractEntities(text).flatMap(({ surface }) => entityKey(surface) ?? [])
}
