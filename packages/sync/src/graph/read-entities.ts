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
  const unread = store.unread(model)
  for (let from = 0; from < unread.length; from += BATCH) {
    signal?.throwIfAborted()
    store.put(
      model,
      new Map(
        unread
          .slice(from, from + BATCH)
          .map(({ contentSha256, text }) => [contentSha256, keysIn(extractor, text)] as const),
      ),
    )
  }
}

function keysIn(extractor: EntityExtractor, text: string): string[] {
  return extractor.extractEntities(text).flatMap(({ surface }) => entityKey(surface) ?? [])
}
