import type { DocumentRow, ExtractionGroup } from '@pinakes/index'
import { isPinakesError, type Manifest } from '@pinakes/manifest'
import type { KnownExtraction } from './coherence.js'
import type { OpenKbOptions } from './contracts.js'

/**
 * The backends of `groups` at their present versions. Without a registry, and for names that it does not know, a
 * backend is absent: nothing can be said of it. Loads no backend.
 */
export function knownExtractions(
  groups: readonly ExtractionGroup[],
  registry: OpenKbOptions['extractors'],
  manifest: Manifest,
): ReadonlyMap<string, KnownExtraction> {
  const known = new Map<string, KnownExtraction>()
  if (registry === undefined) return known
  for (const name of new Set(groups.map(({ backend }) => backend))) {
    const current = present(name, registry, manifest.extraction.model)
    if (current !== null) known.set(name, current)
  }
  return known
}

function present(
  name: string,
  registry: NonNullable<OpenKbOptions['extractors']>,
  model: string,
): KnownExtraction | null {
  try {
    const entry = registry.find(name)
    return entry === null ? null : { paid: entry.paid, fingerprint: registry.fingerprint(name, model) }
  } catch (error) {
    if (isPinakesError(error, 'EXTRACTOR_UNKNOWN')) return null
    throw error
  }
}

/**
 * The recorded fingerprint of a document whose backend, free or paid, has moved on since; null when it is current, was
 * never extracted, or cannot be judged.
 */
export function outdatedExtraction(
  { extractionBackend, extractionFingerprint }: DocumentRow,
  registry: OpenKbOptions['extractors'],
  manifest: Manifest,
): string | null {
  if (extractionBackend === null || extractionFingerprint === null || registry === undefined) return null
  const current = present(extractionBackend, registry, manifest.extraction.model)
  return current === null || current.fingerprint === extractionFingerprint ? null : extractionFingerprint
}
