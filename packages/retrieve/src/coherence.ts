import type { ExtractionGroup } from '@pinakes/index'
import {
  displayPath,
  type EmbeddingIdentity,
  type EmbeddingKey,
  embeddingMeta,
  isEmbeddingUnrecorded,
} from '@pinakes/manifest'
import { RetrieveError } from './errors.js'

/**
 * The identity of an embedder, as the manifest wants it or as a loaded model reports it. A fingerprint that is not known
 * is not compared.
 */
export type WantedEmbedding = EmbeddingIdentity

/** A key on which an index and the embedder that would answer differ. */
export interface Difference {
  readonly key: string
  /** Null: the index does not record the key. */
  readonly recorded: string | null
  readonly wanted: string
}

/** What may be the empty string, and is when it is not recorded. */
const OPTIONAL: ReadonlySet<string> = new Set<EmbeddingKey>(['embedding_revision', 'embedding_fingerprint'])

/**
 * Refuses an index that another embedder built, or that no sync has finished. No revision
 * is recorded as the empty string; so is a fingerprint that no model has told yet (an index without a single chunk).
 * @throws RetrieveError `RETRIEVE_INDEX_INCOMPLETE`, `RETRIEVE_COHERENCE`
 */
export function checkEmbeddingCoherence(meta: ReadonlyMap<string, string>, wanted: WantedEmbedding): void {
  if (meta.get('build_state') === 'building' || isEmbeddingUnrecorded(meta)) throw incomplete()
  const differences = embeddingDifferences(meta, wanted)
  if (differences.length > 0) throw incoherent(differences)
}

/** The keys on which index and wanted embedder differ, sorted by key; empty when they agree. */
export function embeddingDifferences(
  meta: ReadonlyMap<string, string>,
  wanted: WantedEmbedding,
): readonly Difference[] {
  return Object.entries(embeddingMeta(wanted))
    .map(([key, value]) => ({ key, recorded: recordedValue(meta, key), wanted: value }))
    .filter(({ recorded, wanted: value }) => recorded !== value)
    .filter(({ key, recorded }) => key !== 'embedding_fingerprint' || recorded !== '')
}

function recordedValue(meta: ReadonlyMap<string, string>, key: string): string | null {
  return meta.get(key) ?? (OPTIONAL.has(key) ? '' : null)
}

function incomplete(): RetrieveError {
  return new RetrieveError({
    code: 'RETRIEVE_INDEX_INCOMPLETE',
    message: 'The index is incomplete: its first sync has not finished',
    remedy: 'Run `pnk sync`; it goes on where the last one stopped.',
  })
}

function incoherent(differences: readonly Difference[]): RetrieveError {
  const lines = differences.map(
    ({ key, recorded, wanted }) =>
      `${key}: the index has ${recorded === null ? 'none' : JSON.stringify(recorded)}, wanted ${JSON.stringify(wanted)}`,
  )
  return new RetrieveError({
    code: 'RETRIEVE_COHERENCE',
    message: `The index was built by another embedder than the one that would answer. ${lines.join('; ')}`,
    remedy: 'Run `pnk sync --rebuild`, or restore the [embedding] table of pinakes.toml.',
    details: { differences },
  })
}

/** A known extraction backend at its present version. */
export interface KnownExtraction {
  readonly paid: boolean
  readonly fingerprint: string
}

const NAMED_PATHS = 3

/**
 * The fingerprints whose passages are marked stale: recorded by a paid backend that has moved on. Backends that are
 * not known are left alone.
 * @throws RetrieveError `RETRIEVE_EXTRACTION_COHERENCE` when a free backend has moved on: its text is a sync away.
 */
export function staleExtractions(
  groups: readonly ExtractionGroup[],
  known: ReadonlyMap<string, KnownExtraction>,
): ReadonlySet<string> {
  const stale = new Set<string>()
  for (const group of groups) {
    const current = known.get(group.backend)
    if (current === undefined || current.fingerprint === group.fingerprint) continue
    if (!current.paid) throw extractionMoved(group, current.fingerprint)
    stale.add(extractionKey(group.backend, group.fingerprint))
  }
  return stale
}

/** The member of {@link staleExtractions} for a document's recorded extraction. */
export function extractionKey(backend: string | null, fingerprint: string | null): string {
  return `${backend ?? ''}\n${fingerprint ?? ''}`
}

function extractionMoved(group: ExtractionGroup, current: string): RetrieveError {
  const { backend, fingerprint, paths } = group
  const more = paths.length > NAMED_PATHS ? ` and ${paths.length - NAMED_PATHS} more` : ''
  const named = paths.slice(0, NAMED_PATHS).map(displayPath).join(', ')
  const count = `${paths.length} document${paths.length === 1 ? ' was' : 's were'}`
  return new RetrieveError({
    code: 'RETRIEVE_EXTRACTION_COHERENCE',
    message: `${count} extracted by ${backend} ${fingerprint}, and ${backend} is now ${current}: ${named}${more}`,
    remedy: 'Run `pnk sync --rebuild`; it extracts them again at no cost.',
    details: { backend, recorded: fingerprint, current, paths },
  })
}
