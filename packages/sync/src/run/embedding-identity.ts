import type { Embedder, ModelInfo } from '@pinakes/embed'
import { checkWindow, type IndexIdentity, type IndexWriter, identityMeta } from '@pinakes/index'
import {
  type EmbeddingIdentity,
  embeddingMeta,
  isEmbeddingUnrecorded,
  type Manifest,
} from '@pinakes/manifest'
import type { SyncOptions } from '../contracts.js'
import { SyncError } from '../errors.js'
import type { Run } from './run.js'

/** A key of the embedding identity on which index and manifest, or index and model, differ. */
export interface IdentityDifference {
  readonly key: string
  readonly recorded: string
  readonly wanted: string
}

/** The embedding identity that the manifest asks for, under the provider's own name. */
export async function wantedEmbedding(
  { embedding }: Manifest,
  providers: SyncOptions['providers'],
): Promise<IndexIdentity['embedding']> {
  const registry = providers ?? (await import('@pinakes/embed')).defaultProviders()
  const { provider, model, dim, revision } = embedding
  return { provider: registry.ownName(provider), model, dim, revision, fingerprint: null }
}

/**
 * Refuses an index whose recorded model, width or (if the manifest pins one) revision is another than wanted. True if
 * the provider differs, where only the loaded model can tell whether that is another name for the same vectors, and if
 * nothing is recorded: then a search waits for a sync to say which model it is.
 * @throws SyncError `SYNC_EMBEDDING_CHANGED`
 */
export function checkWanted(meta: ReadonlyMap<string, string>, wanted: IndexIdentity['embedding']): boolean {
  if (isEmbeddingUnrecorded(meta)) return true
  const differences = compare(meta, wanted)
  const certain = new Set(['embedding_model', 'embedding_dim'])
  if (wanted.revision !== null) certain.add('embedding_revision')
  const found = differences.filter(({ key }) => certain.has(key))
  if (found.length > 0) throw embeddingChanged(found)
  return differences.some(({ key }) => key === 'embedding_provider')
}

/**
 * Refuses to mix vectors: the loaded model has to be the recorded one, fingerprint included. An index without any chunk
 * takes the model's revision and fingerprint over, one that records no model all of it.
 * @throws SyncError `SYNC_EMBEDDING_CHANGED`
 */
export function checkLoaded(writer: IndexWriter, info: ModelInfo, chunking: Manifest['chunking']): void {
  if (isEmbeddingUnrecorded(writer.meta())) {
    writer.setMeta(embeddingMeta(info))
    return
  }
  const differences = compare(writer.meta(), info)
  if (differences.length === 0) return
  const takeable = differences.every(({ key }) => key !== 'embedding_dim')
  if (!takeable || writer.counts().chunks > 0) throw embeddingChanged(differences)
  writer.setMeta(identityMeta({ embedding: info, chunking }))
}

/**
 * What `body` gives, with an embedder that is loaded when it is first asked for, unless there is one already: `loaded`
 * stays open, one that was loaded here is closed.
 */
export async function withEmbedder<T>(
  { options, manifest }: Pick<Run, 'options' | 'manifest'>,
  loaded: Embedder | null,
  body: (getEmbedder: () => Promise<Embedder>) => Promise<T>,
): Promise<T> {
  let own: Promise<Embedder> | null = null
  try {
    return await body(async () => {
      if (loaded !== null) return loaded
      own ??= loadCheckedEmbedder(options, manifest)
      return own
    })
  } finally {
    await closeOf(own)
  }
}

async function closeOf(embedder: Promise<Embedder> | null): Promise<void> {
  if (embedder === null) return
  try {
    await (await embedder).close()
  } catch {
    // It could not be loaded, and who asked for it was told.
  }
}

/**
 * The embedder, once its window is known to hold a full chunk. The caller closes it.
 * Rejects with the loader's error, or IndexError `CHUNKING_SETTINGS`.
 */
export async function loadCheckedEmbedder(
  { loadEmbedder }: SyncOptions,
  { chunking }: Manifest,
): Promise<Embedder> {
  const embedder = await loadEmbedder()
  try {
    checkWindow(chunking, embedder.info().maxSequenceLength)
    return embedder
  } catch (error) {
    await embedder.close()
    throw error
  }
}

/** Sorted by key. A key that is not recorded is unknown, and no difference. */
function compare(meta: ReadonlyMap<string, string>, wanted: EmbeddingIdentity): IdentityDifference[] {
  return Object.entries(embeddingMeta(wanted)).flatMap(([key, value]) => {
    const recorded = meta.get(key) ?? value
    return recorded === value ? [] : [{ key, recorded, wanted: value }]
  })
}

function embeddingChanged(differences: readonly IdentityDifference[]): SyncError {
  const lines = differences.map(
    ({ key, recorded, wanted }) =>
      `${key}: the index has ${JSON.stringify(recorded)}, now ${JSON.stringify(wanted)}`,
  )
  return new SyncError({
    code: 'SYNC_EMBEDDING_CHANGED',
    message: `The index was built by another embedding model, and vectors of two models do not mix. ${lines.join('; ')}`,
    remedy: 'Run `pnk sync --rebuild`, or restore the [embedding] table of pinakes.toml.',
    details: { differences },
  })
}
