/** What must never happen, and did. */
export interface Finding {
  readonly kind: FindingKind
  /** The disturbance, so that it can be repeated. */
  readonly where: string
  readonly what: string
}

export type FindingKind =
  /** A document's bytes changed, or it is gone. */
  | 'document'
  /** An id was lost, changed, or given to two documents. */
  | 'ulid'
  /** A sidecar that cannot be parsed, or whose bytes changed though nothing called for it. */
  | 'sidecar'
  /** No index that opens, and none after one rebuild. */
  | 'index'
  /** The next syncs end otherwise than those of a KB that was never disturbed. */
  | 'diverged'
  /** The command ended with something else than a success or one clear error. */
  | 'crash'

export const FINDING_KINDS: readonly FindingKind[] = [
  'document',
  'ulid',
  'sidecar',
  'index',
  'diverged',
  'crash',
]

/** By kind: how many findings. */
export function countByKind(findings: readonly Finding[]): Record<FindingKind, number> {
  const counts = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 0])) as Record<FindingKind, number>
  for (const { kind } of findings) counts[kind]++
  return counts
}
