import { type Database, prepare } from '../store/sqlite.js'
import { type GraphArrays, NODE_KINDS, type NodeKind, STORED_EDGE_KINDS } from './contracts.js'
import { mentionCounts, readSameAs } from './mention-tables.js'

/** The whole graph. Throws what SQLite throws. */
export function graphArrays(database: Database): GraphArrays {
  const nodes = prepare(database, 'SELECT id, kind, key FROM nodes ORDER BY kind, key').raw().all() as [
    number,
    NodeKind,
    string,
  ][]
  const numbers = new Map<number, number>()
  const kinds = new Uint8Array(nodes.length)
  const keys: string[] = []
  for (const [i, [id, kind, key]] of nodes.entries()) {
    numbers.set(id, i)
    kinds[i] = NODE_KINDS.indexOf(kind)
    keys.push(key)
  }
  return { kinds, keys, chunkIds: chunkIds(database, kinds, keys), ...edgeArrays(database, numbers) }
}

/** The chunks of a document have consecutive ids by ordinal. */
function chunkIds(database: Database, kinds: Uint8Array, keys: readonly string[]): Float64Array {
  const firsts = new Map(
    prepare(
      database,
      "SELECT id, first_chunk FROM documents WHERE state = 'active' AND first_chunk IS NOT NULL",
    )
      .raw()
      .all() as [string, number][],
  )
  const chunk = NODE_KINDS.indexOf('chunk')
  return Float64Array.from(keys, (key, i) => {
    if (kinds[i] !== chunk) return 0
    const at = key.indexOf(':')
    const first = firsts.get(key.slice(0, at))
    return first === undefined ? 0 : first + Number(key.slice(at + 1))
  })
}

function edgeArrays(
  database: Database,
  numbers: ReadonlyMap<number, number>,
): Pick<GraphArrays, 'sources' | 'destinations' | 'edgeKinds' | 'mentions' | 'sameAs'> {
  const count = prepare(database, 'SELECT count(*) FROM edges').pluck().get() as number
  const sources = new Uint32Array(count)
  const destinations = new Uint32Array(count)
  const edgeKinds = new Uint8Array(count)
  const mentions = new Uint32Array(count)
  let at = 0
  for (const [i, kind] of STORED_EDGE_KINDS.entries()) {
    if (kind === 'mentions') mentions.set(mentionCounts(database), at)
    const select = prepare(database, 'SELECT src, dst FROM edges WHERE kind = ? ORDER BY src, dst').raw()
    for (const [src, dst] of select.iterate(kind) as Iterable<[number, number]>) {
      sources[at] = numbers.get(src) ?? 0
      destinations[at] = numbers.get(dst) ?? 0
      edgeKinds[at++] = i
    }
  }
  return { sources, destinations, edgeKinds, mentions, sameAs: readSameAs(database, numbers) }
}
