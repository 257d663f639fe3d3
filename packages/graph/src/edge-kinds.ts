import type { STORED_EDGE_KINDS } from '@pinakes/index'
import { GraphError } from './errors.js'

/** Every kind of edge, in the order in which they are named: those within documents, by hubs, by people. */
export const EDGE_KINDS = [
  'membership',
  'sibling',
  'parent-child',
  'in-section',
  'co-located',
  'shared-tag',
  'authored',
  'mentions',
] as const satisfies readonly ((typeof STORED_EDGE_KINDS)[number] | 'authored')[]

/** One of {@link EDGE_KINDS}. */
export type EdgeKind = (typeof EDGE_KINDS)[number]

/**
 * The kinds that are left without `dropped`, in the order of {@link EDGE_KINDS}.
 * @throws GraphError `EDGE_KIND_UNKNOWN` for a name that is none of them
 */
export function keptKinds(dropped: readonly string[]): EdgeKind[] {
  for (const kind of dropped) {
    if (!EDGE_KINDS.some((known) => known === kind)) throw unknownKind(kind)
  }
  return EDGE_KINDS.filter((kind) => !dropped.includes(kind))
}

function unknownKind(kind: string): GraphError {
  return new GraphError({
    code: 'EDGE_KIND_UNKNOWN',
    message: `${JSON.stringify(kind)} is no kind of edge, expected one of ${EDGE_KINDS.join(', ')}`,
    remedy: `Name one of: ${EDGE_KINDS.join(', ')}.`,
    details: { kind, known: EDGE_KINDS },
  })
}
