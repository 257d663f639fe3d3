import { type Database, prepare } from '../store/sqlite.js'
import type { DocumentStructure } from './contracts.js'

/** The edges within a document; null where it has no node. Throws what SQLite throws. */
export function documentStructure(database: Database, docId: string): DocumentStructure | null {
  const document = prepare(database, "SELECT id FROM nodes WHERE kind = 'doc' AND key = ?").pluck().get(docId)
  if (document === undefined) return null
  const ordinals = ordinalsOf(database, docId)
  const pairs = (kind: string): number[] =>
    (
      prepare(database, withinSql(kind))
        .raw()
        .all(...rangeOf(docId)) as [number, number][]
    )
      .map((ends) => ends.map((end) => ordinals.get(end) ?? -1))
      .filter((ends) => !ends.includes(-1))
      .flat()
  const members = prepare(database, "SELECT dst FROM edges WHERE kind = 'membership' AND src = ?").pluck()
  return {
    docId,
    members: (members.all(document) as number[])
      .map((node) => ordinals.get(node) ?? -1)
      .filter((ordinal) => ordinal >= 0)
      .sort((a, b) => a - b),
    siblings: pairs('sibling'),
    parentChild: pairs('parent-child'),
    sections: sections(database, docId, ordinals),
  }
}

/** Keys of a document's chunks and headings lie between these: `;` follows `:`. */
function rangeOf(docId: string): [string, string] {
  return [`${docId}:`, `${docId};`]
}

/** Ordinals by node. */
function ordinalsOf(database: Database, docId: string): Map<number, number> {
  const sql = `
SELECT id, CAST(substr(key, ${docId.length + 2}) AS INTEGER) FROM nodes
WHERE kind = 'chunk' AND key >= ? AND key < ?`
  return new Map(
    prepare(database, sql)
      .raw()
      .all(...rangeOf(docId)) as [number, number][],
  )
}

function withinSql(kind: string): string {
  return `
SELECT e.src, e.dst FROM nodes n CROSS JOIN edges e ON e.kind = '${kind}' AND e.src = n.id
WHERE n.kind = 'chunk' AND n.key >= ? AND n.key < ?`
}

const SECTIONS = `
SELECT e.src, e.dst FROM nodes n CROSS JOIN edges e ON e.kind = 'in-section' AND e.src = n.id
WHERE n.kind = 'heading' AND n.key >= ? AND n.key < ? ORDER BY n.key, e.dst`

function sections(database: Database, docId: string, ordinals: ReadonlyMap<number, number>): number[][] {
  const rows = prepare(database, SECTIONS)
    .raw()
    .all(...rangeOf(docId)) as [number, number][]
  const bySection = new Map<number, number[]>()
  for (const [heading, chunk] of rows) {
    const ordinal = ordinals.get(chunk)
    if (ordinal === undefined) continue
    const section = bySection.get(heading)
    if (section === undefined) bySection.set(heading, [ordinal])
    else section.push(ordinal)
  }
  return [...bySection.values()].map((section) => section.sort((a, b) => a - b))
}
