import type { ChunkEntities, GraphRows, SameAs } from '@pinakes/index'
import { compareCodePoints } from '@pinakes/manifest'

/** Which entities stand in which chunks of a graph, and how often. */
export interface Mentions {
  /** Keys of entities that stand in two chunks or more, in code-point order. */
  readonly entities: readonly string[]
  /** Entity, chunk, entity, …, by the numbers of both; by chunk. */
  readonly pairs: readonly number[]
  /** One a pair. */
  readonly counts: readonly number[]
}

/**
 * The mentions between the chunks of `rows` and the entities found in them. An entity of one chunk alone joins nothing
 * and is left out, and so is what was found in chunks that the graph does not have.
 */
export function mentionsOf(rows: GraphRows, found: readonly ChunkEntities[]): Mentions {
  const chunks = new Map((rows.nodes.chunk ?? []).map((key, number) => [key, number]))
  const counted = found.flatMap(({ docId, ordinal, entities }) => {
    const chunk = chunks.get(`${docId}:${ordinal}`)
    return chunk === undefined ? [] : [{ chunk, counts: countEach(entities) }]
  })
  const spread = new Map<string, number>()
  for (const { counts } of counted)
    for (const entity of counts.keys()) spread.set(entity, (spread.get(entity) ?? 0) + 1)
  const entities = [...spread.keys()].filter((key) => (spread.get(key) ?? 0) > 1).sort(compareCodePoints)
  const numbers = new Map(entities.map((key, number) => [key, number]))
  const pairs: number[] = []
  const counts: number[] = []
  for (const own of counted) {
    for (const [key, count] of own.counts) {
      const entity = numbers.get(key)
      if (entity === undefined) continue
      pairs.push(entity, own.chunk)
      counts.push(count)
    }
  }
  return { entities, pairs, counts }
}

function countEach(entities: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entity of entities) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  return counts
}

/** `rows` with entities hanging their chunks together. */
export function withMentions(
  rows: GraphRows,
  { entities, pairs, counts }: Mentions,
  sameAs: readonly SameAs[],
): GraphRows {
  return {
    nodes: { ...rows.nodes, entity: entities },
    edges: { ...rows.edges, mentions: pairs },
    mentionCounts: counts,
    sameAs,
  }
}
