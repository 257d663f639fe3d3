import type { Manifest } from './manifest.js'
import type { ManifestFaults } from './manifest-faults.js'
import { quote } from './quote.js'

/** The rules between keys, each only where both of its sides were read. */
export function checkChunking(chunking: Manifest['chunking'], faults: ManifestFaults): void {
  const { overlap, maxTokens } = chunking
  if (overlap < maxTokens) return
  faults.add({
    table: 'chunking',
    message: `overlap (${overlap}) must be below max_tokens (${maxTokens})`,
    remedy: 'Lower overlap or raise max_tokens.',
  })
}

export function checkRetrieval(
  retrieval: Pick<Manifest['retrieval'], 'candidatesPerSource' | 'fusionTopK' | 'finalK'>,
  faults: ManifestFaults,
): void {
  const { finalK, fusionTopK, candidatesPerSource } = retrieval
  if (finalK <= fusionTopK && fusionTopK <= candidatesPerSource) return
  faults.add({
    table: 'retrieval',
    message: `final_k (${finalK}) ≤ fusion_top_k (${fusionTopK}) ≤ candidates_per_source (${candidatesPerSource}) does not hold`,
    remedy: 'Each width must be at least the one after it; absent ones have their defaults.',
  })
}

export function checkConfidence(
  confidence: NonNullable<Manifest['retrieval']['confidence']>,
  faults: ManifestFaults,
): void {
  const { lowBelow, highAbove } = confidence
  if (lowBelow <= highAbove) return
  faults.add({
    table: 'retrieval.confidence',
    message: `low_below (${lowBelow}) must be at most high_above (${highAbove})`,
    remedy: 'Exchange the two, or remove [retrieval.confidence]: confidence is `unknown` then.',
  })
}

export function checkBudget(
  budget: Pick<Manifest['budget'], 'confirmAboveEur' | 'perOperationEur'>,
  faults: ManifestFaults,
): void {
  const { confirmAboveEur, perOperationEur } = budget
  // Both are finite and came from one number each, so comparing the numbers is exact.
  if (Number(confirmAboveEur) <= Number(perOperationEur)) return
  faults.add({
    table: 'budget',
    message: `confirm_above_eur (${confirmAboveEur}) must be at most per_operation_eur (${perOperationEur})`,
    remedy: 'Lower confirm_above_eur or raise per_operation_eur.',
  })
}

/** Ids and names of linked KBs are unique; `entries` may have gaps where an entry could not be read. */
export function checkLinkedKbs(
  entries: readonly (Manifest['links']['kb'][number] | null)[],
  faults: ManifestFaults,
): void {
  for (const key of ['id', 'name'] as const) {
    const first = new Map<string, number>()
    for (const [i, entry] of entries.entries()) {
      if (entry === null) continue
      const earlier = first.get(entry[key])
      if (earlier === undefined) first.set(entry[key], i)
      else {
        faults.add({
          table: `links.kb[${i}]`,
          message: `${key} ${quote(entry[key])} is also that of links.kb[${earlier}]`,
          remedy: `Give each linked KB its own ${key}.`,
        })
      }
    }
  }
}
