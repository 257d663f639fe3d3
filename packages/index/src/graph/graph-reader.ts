import type { LinkRow } from '../contracts.js'
import { type Database, prepare } from '../store/sqlite.js'
import type {
  AuthoredEdge,
  DocumentChunks,
  DocumentStructure,
  GraphArrays,
  GraphCensus,
  GraphHub,
  GraphNode,
  GraphReader,
  Mention,
  NodeKind,
  StoredEdgeKind,
} from './contracts.js'
import { NODE_KINDS, STORED_EDGE_KINDS } from './contracts.js'
import { documentStructure } from './document-structure.js'
import { graphArrays } from './graph-arrays.js'
import { isGraphCurrent } from './graph-state.js'

/** Runs a read with whatever database is open then, and turns what SQLite throws into the errors of this package. */
export type Read = <T>(body: (database: Database) => T) => T

/** {@link GraphReader} over a connection. */
export class SqliteGraphReader implements GraphReader {
  readonly #read: Read

  constructor(read: Read) {
    this.#read = read
  }

  isCurrent(): boolean {
    return this.#read(isGraphCurrent)
  }

  isEmpty(): boolean {
    return this.#read(
      (database) => prepare(database, 'SELECT 1 FROM edges LIMIT 1').pluck().get() === undefined,
    )
  }

  census(): GraphCensus {
    return this.#read((database) => ({
      nodes: counts(database, NODE_KINDS, 'SELECT kind, count(*) FROM nodes GROUP BY kind'),
      edges: counts(database, STORED_EDGE_KINDS, 'SELECT kind, count(*) FROM edges GROUP BY kind'),
    }))
  }

  hubs(limit: number): GraphHub[] {
    return this.#read((database) => prepare(database, HUBS).all(limit) as GraphHub[])
  }

  countHubs(): number {
    return this.#read((database) => prepare(database, COUNT_HUBS).pluck().get() as number)
  }

  nodes(kind: NodeKind): GraphNode[] {
    return this.#read(
      (database) =>
        prepare(database, 'SELECT id, kind, key FROM nodes WHERE kind = ? ORDER BY key').all(
          kind,
        ) as GraphNode[],
    )
  }

  node(kind: NodeKind, key: string): GraphNode | null {
    const select = 'SELECT id, kind, key FROM nodes WHERE kind = ? AND key = ?'
    return this.#read((database) => (prepare(database, select).get(kind, key) as GraphNode) ?? null)
  }

  hubsOf(node: number, kind: StoredEdgeKind): GraphHub[] {
    return this.#read((database) => prepare(database, hubsOf(kind)).all(node) as GraphHub[])
  }

  membersOf(hub: number, kind: StoredEdgeKind): GraphNode[] {
    return this.#read((database) => prepare(database, MEMBERS).all(kind, hub) as GraphNode[])
  }

  mentionsOf(entity: number): Mention[] {
    return this.#read((database) => prepare(database, MENTIONS_OF).all(entity) as Mention[])
  }

  structure(docId: string): DocumentStructure | null {
    return this.#read((database) => documentStructure(database, docId))
  }

  documents(): DocumentChunks[] {
    return this.#read((database) => prepare(database, DOCUMENTS).all() as DocumentChunks[])
  }

  inDegrees(kbId: string): Map<string, number> {
    return this.#read(
      (database) => new Map(prepare(database, IN_DEGREES).raw().all(kbId) as [string, number][]),
    )
  }

  authored(kbId: string): AuthoredEdge[] {
    return this.#read((database) => prepare(database, AUTHORED).all(kbId, kbId) as AuthoredEdge[])
  }

  links(): LinkRow[] {
    return this.#read((database) => prepare(database, LINKS).all() as LinkRow[])
  }

  arrays(): GraphArrays {
    return this.#read(graphArrays)
  }
}

const HUB_DEGREES = `
SELECT src, kind, count(*) AS degree FROM edges
WHERE kind IN ('in-section', 'co-located', 'shared-tag') GROUP BY kind, src`

const HUBS = `
SELECT n.id, n.kind, n.key, h.degree FROM (${HUB_DEGREES}) h JOIN nodes n ON n.id = h.src
ORDER BY h.degree DESC, n.kind, n.key LIMIT ?`

const COUNT_HUBS = `SELECT count(*) FROM (${HUB_DEGREES})`

/** The kind stands in the text, and with it the condition of the index over destinations. */
function hubsOf(kind: StoredEdgeKind): string {
  return `
SELECT n.id, n.kind, n.key, (SELECT count(*) FROM edges m WHERE m.kind = e.kind AND m.src = e.src) AS degree
FROM edges e JOIN nodes n ON n.id = e.src
WHERE e.kind = '${kind}' AND e.dst = ? ORDER BY n.kind, n.key`
}

const MEMBERS = `
SELECT n.id, n.kind, n.key FROM edges e JOIN nodes n ON n.id = e.dst
WHERE e.kind = ? AND e.src = ? ORDER BY n.key`

const DOCUMENTS = `
SELECT id AS docId, coalesce(first_chunk, 0) AS firstChunk, chunk_count AS chunks FROM documents
WHERE state = 'active' ORDER BY path`

const IN_DEGREES = 'SELECT dst_doc_id, count(*) FROM links WHERE dst_kb_id = ? GROUP BY dst_doc_id'

const MENTIONS_OF = `
SELECT n.key, m.n * 1.0 / (SELECT sum(t.n) FROM mention_counts t WHERE t.chunk_node = m.chunk_node) AS share
FROM edges e JOIN mention_counts m ON m.chunk_node = e.dst AND m.entity_node = e.src JOIN nodes n ON n.id = e.dst
WHERE e.kind = 'mentions' AND e.src = ? ORDER BY n.key`

const AUTHORED = `
SELECT l.src_doc_id AS srcDocId, l.dst_doc_id AS dstDocId, l.rel FROM links l
JOIN documents s ON s.id = l.src_doc_id AND s.state = 'active'
JOIN documents d ON d.id = l.dst_doc_id AND d.state = 'active'
WHERE l.src_kb_id = ? AND l.dst_kb_id = ?
ORDER BY l.src_doc_id, l.dst_doc_id, l.rel`

const LINKS = `
SELECT src_kb_id AS srcKbId, src_doc_id AS srcDocId, dst_kb_id AS dstKbId, dst_doc_id AS dstDocId, rel, origin
FROM links ORDER BY src_kb_id, src_doc_id, dst_kb_id, dst_doc_id, rel`

function counts<Kind extends string>(
  database: Database,
  kinds: readonly Kind[],
  sql: string,
): Record<Kind, number> {
  const found = new Map(prepare(database, sql).raw().all() as [string, number][])
  return Object.fromEntries(kinds.map((kind) => [kind, found.get(kind) ?? 0])) as Record<Kind, number>
}
