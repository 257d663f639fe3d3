import { type Database, prepare } from '../store/sqlite.js'
import type { GraphArrays, GraphRows } from './contracts.js'

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

/** The same by numbers of nodes; `numbers` are those of ids. `edges` has the edges that counts belong to. */
export function mentionArrays(
  database: Database,
  numbers: ReadonlyMap<number, number>,
  edges: Pick<GraphArrays, 'sources' | 'destinations'>,
): Pick<GraphArrays, 'mentions' | 'sameAs'> {
  const counted = prepare(database, 'SELECT entity_node, chunk_node, n FROM mention_counts').raw().all()
  const counts = new Map(
    (counted as [number, number, number][]).map(([entity, chunk, n]) => [
      `${numbers.get(entity)} ${numbers.get(chunk)}`,
      n,
    ]),
  )
  const mentions = new Uint32Array(edges.sources.length)
  if (counts.size > 0) {
    for (let i = 0; i < mentions.length; i++)
      mentions[i] = counts.get(`${edges.sources[i]} ${edges.destinations[i]}`) ?? 0
  }
  const alike = prepare(
    database,
    'SELECT entity_a, entity_b, cosine FROM same_as ORDER BY entity_a, entity_b',
  )
  const sameAs = (alike.raw().all() as [number, number, number][]).map(([a, b, cosine]) => ({
    a: numbers.get(a) ?? 0,
    b: numbers.get(b) ?? 0,
    cosine,
  }))
  return { mentions, sameAs }
}
