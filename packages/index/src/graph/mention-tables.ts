import { type Database, prepare } from '../store/sqlite.js'
import type { GraphRows, SameAs } from './contracts.js'

/** The ids that nodes of a kind were given: that of the node which rows call 0. */
export interface FirstIds {
  readonly chunk: number
  readonly entity: number
}

/**
 * Replaces how often entities are mentioned, and which of them are near-duplicates; to be called with the edges of the
 * same rows. Throws what SQLite throws, as all of this file does.
 */
export function replaceMentions(database: Database, rows: GraphRows, first: FirstIds): void {
  database.exec('DELETE FROM mention_counts; DELETE FROM same_as')
  const pairs = rows.edges.mentions ?? []
  const counted = prepare(
    database,
    'INSERT INTO mention_counts (chunk_node, entity_node, n) VALUES (?, ?, ?)',
  )
  for (const [i, n] of (rows.mentionCounts ?? []).entries())
    counted.run(first.chunk + (pairs[2 * i + 1] ?? 0), first.entity + (pairs[2 * i] ?? 0), n)
  const alike = prepare(database, 'INSERT INTO same_as (entity_a, entity_b, cosine) VALUES (?, ?, ?)')
  for (const { a, b, cosine } of rows.sameAs ?? []) alike.run(first.entity + a, first.entity + b, cosine)
}

/**
 * How often the entity of each edge of the kind `mentions` is mentioned in its chunk, in the order of the edges: by source,
 * then destination.
 */
export function mentionCounts(database: Database): number[] {
  return prepare(
    database,
    `SELECT coalesce(m.n, 0) FROM edges e
     LEFT JOIN mention_counts m ON m.chunk_node = e.dst AND m.entity_node = e.src
     WHERE e.kind = 'mentions' ORDER BY e.src, e.dst`,
  )
    .pluck()
    .all() as number[]
}

/** The near-duplicates among entities, by numbers of nodes; `numbers` are those of ids. */
export function readSameAs(database: Database, numbers: ReadonlyMap<number, number>): SameAs[] {
  const alike = prepare(
    database,
    'SELECT entity_a, entity_b, cosine FROM same_as ORDER BY entity_a, entity_b',
  )
  return (alike.raw().all() as [number, number, number][]).map(([a, b, cosine]) => ({
    a: numbers.get(a) ?? 0,
    b: numbers.get(b) ?? 0,
    cosine,
  }))
}
