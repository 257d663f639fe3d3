import type { Asked, IndexReader } from '@pinakes/index'
import type { Manifest } from '@pinakes/manifest'
import { checkEmbeddingCoherence, staleExtractions, type WantedEmbedding } from './coherence.js'
import type { OpenKbOptions } from './contracts.js'
import { knownExtractions } from './extraction-state.js'

/** An index that passed the gate. */
export interface CheckedIndex {
  readonly reader: IndexReader
  readonly meta: ReadonlyMap<string, string>
  /** Keys of paid extractions that are out of date. */
  readonly staleExtractions: ReadonlySet<string>
}

/** The index of a KB: opened at the first use, looked at anew at each. */
export interface IndexAccess {
  /** The reader as the file is now; no coherence is asked for, so it serves `get` and `list`. */
  reader(): Promise<IndexReader>
  /** What `query` asks for by letters, as the index understands it. */
  asked(query: string): Promise<Asked>
  /** The index after the coherence gate; to be called inside a snapshot of the reader. */
  check(reader: IndexReader, wanted: WantedEmbedding): CheckedIndex
  close(): Promise<void>
}

export interface IndexAccessOptions {
  readonly path: string
  readonly manifest: Manifest
  readonly extractors: OpenKbOptions['extractors']
}

/** Access to the index at `options.path`, which is not opened yet. */
export function indexAccess({ path, manifest, extractors }: IndexAccessOptions): IndexAccess {
  let opened: Promise<IndexReader> | null = null
  const openOnce = () => {
    opened ??= open(path, manifest).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    async reader() {
      const reader = await openOnce()
      reader.refresh()
      return reader
    },
    async asked(query) {
      const { askedFor } = await import('@pinakes/index')
      return askedFor(query)
    },
    check(reader, wanted) {
      const meta = reader.meta()
      checkEmbeddingCoherence(meta, wanted)
      // Without a registry nothing can be said of any extraction, so nothing is looked up.
      const groups = extractors === undefined ? [] : reader.extractions()
      return {
        reader,
        meta,
        staleExtractions: staleExtractions(groups, knownExtractions(groups, extractors, manifest)),
      }
    },
    async close() {
      const reader = await opened?.catch(() => null)
      opened = null
      reader?.close()
    },
  }
}

/** The database driver is a native module: it is loaded with the first index, not with this package. */
async function open(path: string, { retrieval }: Manifest): Promise<IndexReader> {
  const { openIndexReader } = await import('@pinakes/index')
  return openIndexReader(path, { vectorTier: retrieval.vectorTier })
}
