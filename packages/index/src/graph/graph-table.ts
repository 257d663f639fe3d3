import type { DocUlid } from '@pinakes/manifest'
import { type Database, prepare } from '../store/sqlite.js'
import {
  type DocumentOutline,
  EDGE_ENDS,
  type EdgePairs,
  type GraphRows,
  NODE_KINDS,
  type NodeKind,
  STORED_EDGE_KINDS,
  type StoredEdgeKind,
} from './contracts.js'
import { replaceMentions } from './mention-tables.js'

/** Rows in one statement: what a call costs is shared by so many. */
const BATCH = 250

/** Active documents by id, with the headings of their chunks. Throws what SQLite throws, as all of this file does. */
export function documentOutlines(database: Database): DocumentOutline[] {
  const documents = prepare(
    database,
    `SELECT id, path, metadata, first_chunk, chunk_count FROM documents WHERE state = 'active' ORDER BY id`,
  )
    .raw()
    .all() as [DocUlid, string, string, number | null, number][]
  const headings = prepare(
    database,
    'SELECT heading_path FROM chunks WHERE id >= ? AND id < ? ORDER BY id',
  ).pluck()
  return documents.map(([id, path, metadata, first, count]) => ({
    id,
    path,
    metadata,
    headingPaths: first === null ? [] : (headings.all(first, first + count) as (string | null)[]),
  }))
}

/**
 * Replaces the graph; to be called inside a transaction. Nodes get ids by kind and place, so that rows arrive in the
 * order in which their tables keep them, and the index over destinations is made when they are all there: both
 * measured (tools/bench/graph).
 */
export function replaceGraph(database: Database, rows: GraphRows): void {
  const { nodes, edges } = rows
  database.exec('DROP INDEX edges_dst; DELETE FROM edges; DELETE FROM nodes')
  const before = new Map<NodeKind, number>()
  let next = 1
  for (const kind of NODE_KINDS) {
    const keys = nodes[kind] ?? []
    before.set(kind, next)
    insertNodes(database, { kind, keys, first: next })
    next += keys.length
  }
  for (const kind of STORED_EDGE_KINDS) {
    const [source, destination] = EDGE_ENDS[kind]
    insertEdges(database, {
      kind,
      pairs: edges[kind] ?? [],
      source: before.get(source) ?? 0,
      destination: before.get(destination) ?? 0,
    })
  }
  database.exec(EDGES_DST)
  replaceMentions(database, rows, { chunk: before.get('chunk') ?? 0, entity: before.get('entity') ?? 0 })
}

/**
 * Who hangs on which hub. Edges within a document are read document by document, from their sources, and are most of
 * the rows: an index of those would be the larger half of the graph, and nothing would ask it.
 */
export const EDGES_DST = `CREATE INDEX edges_dst ON edges (kind, dst) WHERE kind IN ('co-located', 'shared-tag', 'mentions')`

interface NodeInsert {
  readonly kind: NodeKind
  readonly keys: readonly string[]
  /** The id of the first key. */
  readonly first: number
}

function insertNodes(database: Database, { kind, keys, first }: NodeInsert): void {
  insertRows(database, {
    rows: keys.length,
    head: 'INSERT INTO nodes (id, kind, key) VALUES ',
    row: `(?, '${kind}', ?)`,
    fill(values, at, row) {
      values[at] = first + row
      values[at + 1] = keys[row]
    },
  })
}

interface EdgeInsert {
  readonly kind: StoredEdgeKind
  readonly pairs: EdgePairs
  /** The ids of the nodes that the pairs call 0. */
  readonly source: number
  readonly destination: number
}

function insertEdges(database: Database, { kind, pairs, source, destination }: EdgeInsert): void {
  insertRows(database, {
    rows: pairs.length / 2,
    head: 'INSERT INTO edges (kind, src, dst) VALUES ',
    row: `('${kind}', ?, ?)`,
    fill(values, at, row) {
      values[at] = source + (pairs[2 * row] ?? 0)
      values[at + 1] = destination + (pairs[2 * row + 1] ?? 0)
    },
  })
}

interface RowInsert {
  readonly rows: number
  readonly head: string
  /** A row of two parameters. */
  readonly row: string
  /** Puts both values of a row at `at` and after it. */
  fill(values: unknown[], at: number, row: number): void
}

function insertRows(database: Database, { rows, head, row, fill }: RowInsert): void {
  const values: unknown[] = new Array(2 * BATCH)
  for (let begin = 0; begin < rows; begin += BATCH) {
    const count = Math.min(BATCH, rows - begin)
    values.length = 2 * count
    for (let i = 0; i < count; i++) fill(values, 2 * i, begin + i)
    prepare(database, head + new Array(count).fill(row).join(', ')).run(values)
  }
}
